import { codeSandboxContract } from '../../support/codeSandboxContract';
import { fakeSandbox } from '../../support/fakeSandbox';

codeSandboxContract(fakeSandbox);
