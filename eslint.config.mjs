import js from '@eslint/js';
import tsdoc from 'eslint-plugin-tsdoc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const PURE = ['src/{util,model,parsing,chunking,indexing,retrieval,evidence,understanding,agent,answer,memory,trace,evaluation,protocol}/**'];

export default defineConfig(
  { ignores: ['dist/**', 'node_modules/**', 'test/fixtures/**', '**/*.cjs', '**/*.mjs'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { tsdoc },
    rules: {
      'tsdoc/syntax': 'error',
      eqeqeq: 'error',
      curly: 'error',
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'ImportDeclaration[source.value="zod"] ImportSpecifier', message: "Write import * as z from 'zod': the named import keeps the whole library in the bundle." },
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        { selector: ':matches(PropertyDefinition, MethodDefinition[key.name!="constructor"], TSParameterProperty)[accessibility="private"]', message: 'Use #private.' },
      ],
    },
  },
  {
    files: PURE,
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'Buffer'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take a clock as a parameter.' },
        { object: 'Math', property: 'random', message: 'Take a random source as a parameter.' },
      ],
    },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['test/vitest.config.mts'], rules: { 'no-restricted-syntax': 'off' } },
);
