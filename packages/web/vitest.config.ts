import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  test: {
    name: 'web',
    // A page costs over a second to make; a test that needs one says so in its first line.
    environment: 'node',
    include: ['{src,bundling}/**/*.test.{ts,tsx}'],
    setupFiles: ['testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // The contrast test reads the tokens as text; all other style sheets stay empty.
    css: { include: /tokens\.css/ },
  },
});
