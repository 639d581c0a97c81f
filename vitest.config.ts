import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const node = {
  environment: 'node' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for may take its time on a busy machine; a test that passes waits no longer for it.
  expect: { poll: { timeout: 15_000 } },
};

/** How many times slower the pages of the browser tests run; what is waited for may take as many times longer. */
const slowness = Number(process.env['TRIBUTARY_E2E_SLOW'] ?? 1);

/** For tests that start a real server and a browser. */
const patient = {
  testTimeout: 180_000 * slowness,
  hookTimeout: 120_000 * slowness,
  // Each question goes through four processes and asks the page to lay itself out.
  expect: { poll: { timeout: 30_000 * slowness, interval: 100 } },
};

/** For tests that leave nothing behind in their modules: the files of a worker share what one of them has loaded. */
const together = { isolate: false };

/** What says how much processor time something may take: nothing else runs beside it. */
const TIMED = 'packages/server/src/platform/markup/pathological.test.ts';

/** Tests named `*.full.test.ts` run in `npm run test:full` alone. */
const FULL_ONLY = process.env['TRIBUTARY_FULL'] === '1' ? [] : ['**/*.full.test.*'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Each waits for a third of its time: for git, for the database.
    maxWorkers: 3,
    passWithNoTests: true,
    projects: [
      {
        test: {
          ...node,
          ...together,
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          exclude: FULL_ONLY,
        },
      },
      {
        test: {
          ...node,
          ...together,
          name: 'ci-config',
          include: ['packages/ci-config/src/**/*.test.ts'],
          exclude: FULL_ONLY,
        },
      },
      { test: { ...node, name: 'git', include: ['packages/git/**/*.test.ts'], exclude: FULL_ONLY } },
      { test: { ...node, name: 'runner', include: ['packages/runner/src/**/*.test.ts'] } },
      { test: { ...node, name: 'tools', include: ['tools/**/*.test.mjs'] } },
      {
        // Libraries load GraphQL as Node does; the tests must not load a second copy of it through its bundler entry.
        resolve: { alias: { graphql: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)) } },
        test: {
          ...node,
          ...together,
          name: 'server',
          include: ['packages/server/**/*.test.ts'],
          exclude: [TIMED, ...FULL_ONLY],
          // One embedded PostgreSQL for the whole run; only this project needs it.
          globalSetup: ['packages/server/testing/global-setup.ts'],
          setupFiles: ['packages/server/testing/launch-git.ts'],
        },
      },
      { test: { ...node, name: 'timed', include: [TIMED], fileParallelism: false, sequence: { groupOrder: 3 } } },
      'packages/web/vitest.config.ts',
      'packages/web/vitest.page.config.ts',
      {
        test: {
          ...node,
          ...patient,
          ...together,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/reliability/**', ...FULL_ONLY],
          globalSetup: ['e2e/testing/global-setup.ts'],
          // Each of them waits for a third of its time, for the other side or for what must not happen.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...node,
          ...patient,
          name: 'reliability',
          include: ['e2e/reliability/**/*.test.ts'],
          exclude: FULL_ONLY,
          // These measure how long a recovery takes: each has a processor, and nothing else runs beside them.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
