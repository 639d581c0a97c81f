import { AppError } from '@tributary/contract/errors/app-error.ts';
import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';

const STEP_BYTES = 1024 * 1024;
export const MAX_ENTRIES = 100_000;
const MAX_NAME_LENGTH = 4_096;
const MAX_PARTS = 100;
/** All names together: lists of them are held in memory. */
const MAX_NAMES_LENGTH = 32 * 1024 * 1024;
/** A file that is so much larger than what is stored of it is no file that anybody wants to read. */
const MAX_RATIO = 100;
const FREE_BYTES = 10 * 1024 * 1024;
const UNIX_TYPE = 0o170_000;
const REGULAR = 0o100_000;

/** Bytes of a stored object, a little at a time. */
export async function* rangeParts(
  storage: ObjectStorage,
  name: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const part = await storage.getRange(name, at, Math.min(STEP_BYTES, end - at));
    if (!part || part.length === 0) throw new Error('the archive is shorter than it says');
    yield part;
    at += part.length;
  }
}

/** Reads an archive where it lies; nothing of it is written to the disk. */
class StoredObject extends RandomAccessReader {
  readonly #storage: ObjectStorage;
  readonly #name: string;

  constructor(storage: ObjectStorage, name: string) {
    super();
    this.#storage = storage;
    this.#name = name;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(rangeParts(this.#storage, this.#name, start, end), { objectMode: false });
  }
}

export const unreadable = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('artifacts_unreadable', { reason: error instanceof Error ? error.message : 'it is damaged' });

export type ZipEntry = { path: string; sizeBytes: number; isDirectory: boolean };
export type StoredZip = { name: string; sizeBytes: number };

function openZip(storage: ObjectStorage, { name, sizeBytes }: StoredZip): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: true, validateEntrySizes: true };
    fromRandomAccessReader(new StoredObject(storage, name), sizeBytes, options, (error, zip) => {
      if (error) reject(unreadable(error));
      else resolve(zip);
    });
  });
}

/** A file or folder; links, devices and what is encrypted are not shown. */
function isPlain(entry: Entry): boolean {
  const type = (entry.externalFileAttributes >>> 16) & UNIX_TYPE;
  const isLink = type !== 0 && type !== REGULAR && !entry.fileName.endsWith('/');
  return !isLink && (entry.generalPurposeBitFlag & 1) === 0;
}

/** Why an archive with so many entries, or with such names, is not read. */
function excess({ fileName }: Entry, count: number, namesLength: number): string | undefined {
  if (count > MAX_ENTRIES) return `it has more than ${MAX_ENTRIES} entries`;
  if (fileName.length > MAX_NAME_LENGTH) return `it has a name of more than ${MAX_NAME_LENGTH} characters`;
  if (fileName.split('/', MAX_PARTS + 2).length > MAX_PARTS + 1) return `it has more than ${MAX_PARTS} nested folders`;
  return namesLength > MAX_NAMES_LENGTH ? 'its names are too long together' : undefined;
}

/** Calls `visit` with each entry until it says that it has enough. */
async function walk(zip: ZipFile, visit: (entry: Entry) => boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let count = 0;
    let namesLength = 0;
    zip.on('error', (error) => reject(unreadable(error)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      count += 1;
      namesLength += entry.fileName.length;
      const problem = excess(entry, count, namesLength);
      if (problem !== undefined) reject(unreadable(new Error(problem)));
      else if (isPlain(entry) && visit(entry)) resolve();
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

export async function listZip(storage: ObjectStorage, archive: StoredZip): Promise<ZipEntry[]> {
  const zip = await openZip(storage, archive);
  const entries: ZipEntry[] = [];
  try {
    await walk(zip, (entry) => {
      const isDirectory = entry.fileName.endsWith('/');
      const path = entry.fileName.replace(/\/+$/, '');
      if (path !== '') entries.push({ path, sizeBytes: entry.uncompressedSize, isDirectory });
      return false;
    });
  } finally {
    zip.close();
  }
  return entries;
}

export type OpenFile = { stream: Readable; sizeBytes: number };

/** One file of the archive; undefined where it has none of this path. */
export async function openZipFile(
  storage: ObjectStorage,
  archive: StoredZip,
  path: string,
): Promise<OpenFile | undefined> {
  const zip = await openZip(storage, archive);
  let found: Entry | undefined;
  try {
    await walk(zip, (entry) => {
      if (entry.fileName !== path) return false;
      found = entry;
      return true;
    });
    if (!found) return undefined;
    const entry = found;
    if (entry.uncompressedSize > FREE_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO) {
      throw unreadable(new Error('the file is packed too densely'));
    }
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => {
        if (error) reject(unreadable(error));
        else resolve(opened);
      });
    });
    stream.once('close', () => zip.close());
    return { stream, sizeBytes: entry.uncompressedSize };
  } catch (error) {
    zip.close();
    throw error;
  }
}
