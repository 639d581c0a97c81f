import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
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

/** Objects as files below one directory. Written aside, synced, then renamed, so an object is whole or absent. */
export function createLocalStorage(root: string): ObjectStorage {
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
    async put(name, data) {
      const target = locate(name);
      const aside = `${target}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        await mkdir(path.dirname(target), { recursive: true });
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
        return { stream: createReadStream(full), sizeBytes: size };
      }),
    async delete(name) {
      await rm(locate(name), { force: true });
    },
  };
}
