import { defineConfig } from 'vitest/config';

/** One project per tier: the folder says what a test needs. The long tiers run one file at a time. */
const tier = (name: string, extra: object) => ({
  test: { name, root: import.meta.dirname, include: [`${name}/**/*.test.ts`], environment: 'node', ...extra },
});

const alone = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    projects: [
      tier('unit', { isolate: false, testTimeout: 20_000 }),
      tier('adapters', { testTimeout: 60_000, hookTimeout: 60_000 }),
      tier('view', alone),
      tier('host', alone),
    ],
  },
});
