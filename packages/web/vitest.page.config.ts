import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests that need a page: `*.test.tsx` and `*.page.test.ts`. A page takes over a second to make, each file has its own. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  test: {
    name: 'page',
    environment: 'jsdom',
    pool: 'vmThreads',
    maxWorkers: 2,
    include: ['{src,bundling}/**/*.test.tsx', '{src,bundling}/**/*.page.test.ts'],
    // These run in `npm run test:full` alone.
    exclude: process.env['TRIBUTARY_FULL'] === '1' ? [] : ['**/*.full.test.tsx', '**/*.full.page.test.ts'],
    setupFiles: ['testing/setup-page.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
