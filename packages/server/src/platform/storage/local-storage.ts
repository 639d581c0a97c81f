import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ObjectStorage } from './object-storage.ts';

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function translate(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', {}, { cause: error });
  if (code === 'EIO' || code === 'EROFS') return new AppError('storage_unavailable', {}, { cause: error });
  return error;
}

/** Objects are written here first; no name begins with a dot. */
const UNFINISHED = '.unfinished';

const LIST_RUN = 1_000;
const SMALL_READ = 64 * 1024;
const LARGE_READ = 512 * 1024;

/** Large files are read in large pieces: each costs a turn of the event loop. */
const readBytes = (size: number): number => (size > 4 * LARGE_READ ? LARGE_READ : SMALL_READ);

async function* filesBelow(directory: string): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(directory, { recursive: true })) if (entry.isFile()) yield entry;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw translate(error);
  }
}

/** Objects as files below one directory. Written aside, synced, then renamed, so an object is whole or absent. */
export function createLocalStorage(root: string): ObjectStorage {
  const unfinished = path.join(root, UNFINISHED);
  const locate = (name: string) => {
    const full = path.join(root, name);
    if (!full.startsWith(root + path.sep)) throw new Error(`object name leaves the storage: ${name}`);
    return full;
  };
  const orAbsent = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw translate(error);
    }
  };
  return {
    // The data directory is locked.
    mayBeShared: false,
    async put(name, data) {
      const target = locate(name);
      const aside = path.join(unfinished, randomBytes(12).toString('hex'));
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await mkdir(unfinished, { recursive: true });
        await pipeline(
          data instanceof Readable ? data : Readable.from([data]),
          createWriteStream(aside, { flush: true }),
        );
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { force: true });
        throw translate(error);
      }
    },
    get: (name) => orAbsent(() => readFile(locate(name))),
    getRange: (name, start, length) =>
      orAbsent(async () => {
        await using file = await open(locate(name), 'r');
        const buffer = Buffer.alloc(length);
        const { bytesRead } = await file.read(buffer, 0, length, start);
        return buffer.subarray(0, bytesRead);
      }),
    open: (name) =>
      orAbsent(async () => {
        const full = locate(name);
        const { size } = await stat(full);
        return { stream: createReadStream(full, { highWaterMark: readBytes(size) }), sizeBytes: size };
      }),
    async delete(name) {
      await rm(locate(name), { force: true });
    },
    async *listBefore(folder, before) {
      let run: string[] = [];
      for await (const entry of filesBelow(locate(folder))) {
        const full = path.join(entry.parentPath, entry.name);
        const facts = await orAbsent(() => stat(full));
        if (!facts || facts.mtime >= before) continue;
        run.push(path.relative(root, full).replaceAll(path.sep, '/'));
        if (run.length < LIST_RUN) continue;
        yield run;
        run = [];
      }
      if (run.length > 0) yield run;
    },
    async removeUnfinished(before) {
      let removed = 0;
      for (const name of (await orAbsent(() => readdir(unfinished))) ?? []) {
        const file = path.join(unfinished, name);
        const facts = await orAbsent(() => stat(file));
        if (!facts || facts.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
