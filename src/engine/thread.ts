import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentIndex, EmbeddingEndpoint, JudgedText, SearchRequest } from '../app/documentIndex';
import { toAssistantError } from '../model/errors';
import type { Passage } from '../model/passage';
import { composeIndex } from './compose';
import type { EngineMethod, EngineOptions, EngineRequest, EngineResponse, SyncOrder } from './wire';
import { toWireError } from './wire';

/** One call from the other side. */
interface Call {
  readonly id: number;
  readonly argument: unknown;
  readonly signal: AbortSignal;
}

/** Serves one index from a worker thread: heavy work must never hold up the extension host. */
function serve(options: EngineOptions, post: (response: EngineResponse) => void): (request: EngineRequest) => void {
  let endpoint: EmbeddingEndpoint | undefined;
  const opening = composeIndex(options, { readEndpoint: () => endpoint });
  // An index that cannot be made is told to whoever calls it.
  opening.catch(() => undefined);
  const running = new Map<number, AbortController>();

  const call = async (id: number, method: EngineMethod, argument: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const value = await handlers[method](await opening, { argument, signal: controller.signal, id });
      post({ type: 'result', id, value });
    } catch (error) {
      // Every failure goes back to the caller, who knows what it was for.
      post({ type: 'error', id, error: toWireError(toAssistantError(error)) });
    } finally {
      running.delete(id);
    }
  };

  // The other end is our own RemoteIndex: the arguments are what it was given, by type.
  const handlers: Record<EngineMethod, (index: DocumentIndex, call: Call) => Promise<unknown>> = {
    sync: (index, { argument, signal, id }) => {
      const order = argument as SyncOrder;
      endpoint = order.endpoint;
      return index.sync((progress) => { post({ type: 'progress', id, progress }); }, signal, order.limits);
    },
    search: (index, { argument, signal }) => index.search(argument as SearchRequest, signal),
    readText: (index, { argument }) => index.readText(argument as string),
    passagesOf: (index, { argument }) => index.passagesOf(argument as string),
    findPaths: (index, { argument }) => index.findPaths(...(argument as [string, number])),
    relevanceTo: (index, { argument, signal }) => index.relevanceTo(...(argument as [string, readonly JudgedText[]]), signal),
    whereIs: (index, { argument }) => index.whereIs(argument as Passage),
    report: (index) => index.report(),
    headings: (index, { argument }) => index.headings(argument as number),
    clear: (index) => index.clear(),
    dispose: (index) => index.dispose(),
  };

  return (request) => {
    if (request.type === 'cancel') {
      running.get(request.id)?.abort();
    } else {
      void call(request.id, request.method, request.argument);
    }
  };
}

const port = parentPort;
if (port !== null) {
  port.on('message', serve(workerData as EngineOptions, (response) => { port.postMessage(response); }));
}
