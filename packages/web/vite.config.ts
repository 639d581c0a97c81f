import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers that know `light-dark()` and `content-visibility`; the tokens depend on the former. */
const targets = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/-/assets/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '',
    // The content security policy allows no data: fonts, and a cached file beats an inlined one.
    assetsInlineLimit: 0,
    target: targets,
    cssTarget: targets,
    rollupOptions: { input: { main: fileURLToPath(new URL('src/main.tsx', import.meta.url)) } },
  },
});
