import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './processes.ts';

/** Packages the product depends on anyway, with many sources; their versions are pinned by the lock file. */
const PACKAGES = [
  '@codemirror/legacy-modes',
  '@pothos/core',
  '@tanstack/query-core',
  '@tanstack/react-query',
  'ajv',
  'css-tree',
  'fastify',
  'graphql',
  'highlight.js',
  'jsdom',
  'kysely',
  'nodemailer',
  'pino',
  'undici',
  'yaml',
  'zod',
] as const;

const IS_SOURCE = /\.(?:js|mjs|cjs|ts|mts|cts|css|md)$/;
const MIN_BYTES = 1_500;
const MAX_BYTES = 40_000;

export type SourceFile = { path: string; lines: string[] };
export type Sources = { files: SourceFile[]; hash: string };

/** Text files of known packages as they are installed, in one order everywhere, and a hash of all of them. */
export function readSources(): Sources {
  const hash = createHash('sha256');
  const files: SourceFile[] = [];
  for (const name of PACKAGES) {
    const dir = path.join(ROOT, 'node_modules', name);
    for (const file of sourcesBelow(dir)) {
      const text = readFileSync(path.join(dir, file), 'utf8');
      if (text.length < MIN_BYTES || text.length > MAX_BYTES || text.includes('\0')) continue;
      const place = `packages/${name.replace('@', '').replace('/', '-')}/${file}`;
      hash.update(`${place}\0${text}\0`);
      files.push({ path: place, lines: text.split('\n') });
    }
  }
  return { files, hash: hash.digest('hex').slice(0, 16) };
}

function sourcesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_SOURCE.test(entry.name))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).includes('node_modules'))
    .toSorted();
}
