import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests of plain functions: `*.test.ts`. Their files share a worker and what one of them has loaded. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    name: 'web',
    environment: 'node',
    isolate: false,
    // As many as those that need a page (vitest.page.config.ts): they run at the same time.
    maxWorkers: 2,
    include: ['{src,bundling}/**/*.test.ts'],
    exclude: ['**/*.page.test.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // The contrast test reads the tokens as text; all other style sheets stay empty.
    css: { include: /tokens\.css/ },
  },
});
