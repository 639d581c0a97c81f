import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Browsers that know `light-dark()` and `content-visibility`; the tokens depend on the former. */
const targets = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** Writes `x.br` and `x.gz` beside each text file of the build: the service sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir)) {
        if (!/\.(?:js|css|svg|json)$/.test(name)) continue;
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

/** Name of an icon's module, as `file-diff`. */
function iconOf(id: string): string | null {
  return /node_modules[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\.m?js$/.exec(id)?.[1] ?? null;
}

const icons = fileURLToPath(new URL('dist/esm/icons/', import.meta.resolve('lucide-react/package.json')));

/** The module that another name of an icon stands for. */
function meantBy(icon: string): string {
  const file = path.join(icons, `${icon}.mjs`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /export \{ default \} from '\.\/([\w-]+)\.mjs'/.exec(text)?.[1] ?? icon;
}

/** Icons that the files of a folder name. */
function iconsIn(folder: string): string[] {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/\.(?:test|states)\.tsx$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(root, name), 'utf8');
      const [, names = ''] = /import \{([^}]*)\} from 'lucide-react'/.exec(text) ?? [];
      return names.split(',').map((each) => each.replace(/ as .*/, '').trim());
    })
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => name.replace(/([a-z])([A-Z\d])|(\d)([A-Z])/g, '$1$3-$2$4').toLowerCase())
    .map(meantBy);
}

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Files that only pass on what others hold: who imports one needs little of it. */
const BARREL = /node_modules[\\/](?:radix-ui|lucide-react)[\\/]/;

/** These modules with all that they need at once. */
function needsOf(starts: readonly string[], modules: Modules): Set<string> {
  const needs = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (needs.has(id) || BARREL.test(id)) continue;
    needs.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return needs;
}

const sources = fileURLToPath(new URL('src/', import.meta.url));
const pages = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.page.tsx'))
  .map((name) => path.join(sources, name));
const requestPage = path.join(sources, 'merge-requests/pages/merge-request-show.page.tsx');
const changesTab = path.join(sources, 'merge-requests/changes/changes-tab.tsx');
const changesView = path.join(sources, 'merge-requests/changes/changes-view.tsx');
const diffTable = path.join(sources, 'ui/diff/diff-table.tsx');

let parts: Map<string, Set<string>> | undefined;

/**
 * The part of the first view of changes that a module belongs to: a few files instead of the sixty that each small piece
 * shared by any two pages would make. What other pages need as well is apart from what they do not.
 */
function partOf(id: string, modules: Modules): string | null {
  // It waits for its tabs, and they for what it shares with them: in one file with that, nobody would ever be ready.
  if (id === requestPage) return null;
  if (!parts) {
    const others = pages.filter((page) => page !== requestPage).map((page) => needsOf([page], modules));
    const anyOf = (sets: Set<string>[]) => new Set(sets.flatMap((set) => [...set]));
    parts = new Map([
      ['shared', anyOf(others.filter((needs) => !needs.has(diffTable)))],
      ['lines', anyOf(others.filter((needs) => !needs.has(changesView)))],
      ['merge-request', needsOf([requestPage], modules)],
      ['changes', needsOf([changesTab], modules)],
    ]);
  }
  const isNeeded = parts.get('merge-request')?.has(id) || parts.get('changes')?.has(id);
  const [name] = (isNeeded && [...parts].find(([, part]) => part.has(id))) || [];
  return name ?? null;
}

const reviewIcons = new Set(['src/ui', 'src/merge-requests', 'src/discussions/threads'].flatMap(iconsIn));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/-/assets/',
  plugins: [react(), tailwindcss(), onlyWoff2(), precompress()],
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
            // What every page needs, in one file.
            { name: 'base', tags: ['$initial'], priority: 3 },
            // What a module needs is of its own part or of one that is loaded with it.
            { name: partOf, priority: 2.5, includeDependenciesRecursively: false },
            // An icon is some hundred bytes: a file for each of them would be a hundred requests for a page, and one for all
            // of them would be mostly for other pages.
            { name: 'review-icons', test: (id: string) => reviewIcons.has(iconOf(id) ?? ''), priority: 2 },
            { name: 'icons', test: (id: string) => iconOf(id) !== null, priority: 1 },
          ],
        },
      },
    },
  },
});
