import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';

export interface ObjectSize {
  oid: string;
  type: string;
  size: number;
}

/** More files are asked of git at once. */
const MAX_FILES = 100;
/** The header of a loose object is within the first bytes of its stream. */
const HEAD_BYTES = 128;

/**
 * Types and sizes of the objects in a folder that holds few, each in a file of its own, as git leaves a small push: read from
 * their first bytes, without a process. Undefined where there are packs, many files, or anything else.
 */
export async function looseSizes(objectDirectory: string): Promise<ObjectSize[] | undefined> {
  try {
    const files = await listLooseFiles(objectDirectory);
    const sizes = await Promise.all((files ?? []).map(({ oid, path }) => readHeader(oid, path)));
    return files !== undefined && sizes.every((size) => size !== undefined) ? sizes : undefined;
  } catch {
    // Gone in the middle, or no object at all: git has the words for it.
    return undefined;
  }
}

async function listLooseFiles(objectDirectory: string): Promise<{ oid: string; path: string }[] | undefined> {
  const files: { oid: string; path: string }[] = [];
  for (const folder of await readdir(objectDirectory, { withFileTypes: true })) {
    const path = join(objectDirectory, folder.name);
    if (!folder.isDirectory()) return undefined;
    const names = await readdir(path);
    if (names.length > 0 && !/^[0-9a-f]{2}$/.test(folder.name)) return undefined;
    for (const name of names) {
      if (!/^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(name)) return undefined;
      files.push({ oid: folder.name + name, path: join(path, name) });
    }
    if (files.length > MAX_FILES) return undefined;
  }
  return files;
}

async function readHeader(oid: string, path: string): Promise<ObjectSize | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = inflateSync(buffer.subarray(0, bytesRead), { finishFlush: constants.Z_SYNC_FLUSH });
    const match = /^(blob|tree|commit|tag) (\d+)\0/.exec(head.toString('latin1', 0, 32));
    return match?.[1] === undefined ? undefined : { oid, type: match[1], size: Number(match[2]) };
  } finally {
    await file.close();
  }
}
