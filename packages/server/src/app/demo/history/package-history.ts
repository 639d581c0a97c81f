import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DemoUsername } from '../users.ts';
import type { FileChange } from './files.ts';

/** A published package whose sources become a folder of a demo repository. */
export type PackageSource = { name: string; folder: string };

/** One commit that brings a part of a package: the files whose path inside it starts with one of these. */
export type PackageStep = {
  by: DemoUsername;
  daysAgo: number;
  message: string;
  /** Name of the package, then what of it; everything that is left when nothing is named. */
  take: readonly [name: string, ...prefixes: string[]];
};

const MAX_FILE_BYTES = 300_000;
/** Names that need no quoting in the stream. */
const PLAIN_PATH = /^[\w@./ -]+$/;

const fromHere = createRequire(import.meta.url);

/** Where the package is installed, whatever its `exports` hide. Throws when it is not installed. */
function installedAt(name: string): string {
  for (const folder of fromHere.resolve.paths(name) ?? []) {
    const candidate = path.join(folder, name);
    try {
      fromHere.resolve(path.join(candidate, 'package.json'));
      return candidate;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  throw new Error(`the package ${name} is not installed`);
}

/** Files of an installed package by their path in it, without what was installed below it. */
export async function readPackage(name: string): Promise<Map<string, Buffer>> {
  const directory = installedAt(name);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const inside = path.relative(directory, file).split(path.sep).join('/');
    if (inside.startsWith('node_modules/') || !PLAIN_PATH.test(inside)) continue;
    const content = await readFile(file);
    if (content.length <= MAX_FILE_BYTES) files.set(inside, content);
  }
  return new Map([...files].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Deals the files of packages out to commits. Takes what it gives, so that no file comes twice. */
export async function packageDealer(
  sources: readonly PackageSource[],
): Promise<(take: PackageStep['take']) => FileChange[]> {
  const left = new Map<string, { folder: string; files: Map<string, Buffer> }>();
  for (const { name, folder } of sources) left.set(name, { folder, files: await readPackage(name) });
  return ([name, ...prefixes]) => {
    const source = left.get(name);
    if (!source) throw new Error(`${name} is not among the packages`);
    const taken = [...source.files].filter(
      ([inside]) => prefixes.length === 0 || prefixes.some((prefix) => inside.startsWith(prefix)),
    );
    for (const [inside] of taken) source.files.delete(inside);
    return taken.map(([inside, content]) => ({ path: `${source.folder}/${inside}`, content }));
  };
}
