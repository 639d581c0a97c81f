import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtScript, readBuild, WEB_DIST } from './testing/built-scripts.ts';

/** Bytes on the wire (gzip) of these files of the build with all that they import, each once, and how many files they are. */
function scriptOf(entries: readonly string[]): { files: number; bytes: number } {
  const build = readBuild();
  const needed = new Set<string>();
  const need = (name: string) => {
    const part = builtScript(build, name);
    if (needed.has(part.file)) return;
    needed.add(part.file);
    for (const other of part.imports ?? []) need(other);
  };
  for (const entry of entries) need(entry);
  const sizeOf = (file: string) => {
    const compressed = statSync(path.join(WEB_DIST, `${file}.gz`), { throwIfNoEntry: false });
    return (compressed ?? statSync(path.join(WEB_DIST, file))).size;
  };
  return { files: needed.size, bytes: [...needed].reduce((sum, file) => sum + sizeOf(file), 0) };
}

/** The goal. It is lowered whenever there is clearly less, and never raised. */
const MOST_BYTES = 150_000;
/** Browsers fetch six at a time where there is no proxy that speaks HTTP/2. */
const MOST_FILES = 10;

test('the first view of changes needs no more script than before', () => {
  const { files, bytes } = scriptOf([
    'src/main.tsx',
    'src/merge-requests/pages/merge-request-show.page.tsx',
    'src/merge-requests/changes/changes-tab.tsx',
  ]);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(files).toBeLessThanOrEqual(MOST_FILES);
});
