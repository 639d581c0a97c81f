import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { partOf } from './bundling/first-view-parts.ts';
import { iconOf, smallIcons } from './bundling/small-icons.ts';
import { sparePreloads } from './bundling/spare-preloads.ts';

/** Browsers that know `light-dark()` and `content-visibility`; the tokens depend on the former. */
const targets = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** Writes `x.br` and `x.gz` beside each text file of the build: the service sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir)) {
        if (!/\.(?:m?js|css|svg|json)$/.test(name)) continue;
        const text = readFileSync(path.join(dir, name));
        if (text.length < 1_024) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(path.join(dir, `${name}.br`), brotliCompressSync(text, { params }));
        writeFileSync(path.join(dir, `${name}.gz`), gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** Every browser we build for knows woff2: the other forms of KaTeX's twenty fonts would be a megabyte that nobody loads. */
function onlyWoff2(): Plugin {
  return {
    name: 'only-woff2',
    enforce: 'pre',
    transform(code, id) {
      if (!/katex[^/]*\.css/.test(id)) return undefined;
      return code.replaceAll(/,url\([^)]+\.(?:woff|ttf)\) format\("[a-z]+"\)/g, '');
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/-/assets/',
  plugins: [react(), tailwindcss(), smallIcons(), sparePreloads(), onlyWoff2(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '',
    // The content security policy allows no data: fonts, and a cached file beats an inlined one.
    assetsInlineLimit: 0,
    target: targets,
    cssTarget: targets,
    rolldownOptions: {
      input: { main: fileURLToPath(new URL('src/main.tsx', import.meta.url)) },
      output: {
        codeSplitting: {
          groups: [
            // What a module needs is of its own part or of one that is loaded with it.
            { name: partOf, priority: 2.5, includeDependenciesRecursively: false },
            // An icon is some hundred bytes: a file for each of them would be a hundred requests for a page.
            { name: 'icons', test: (id: string) => iconOf(id) !== null, priority: 1 },
          ],
        },
      },
    },
  },
});
