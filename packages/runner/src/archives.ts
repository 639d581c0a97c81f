import { constants, createReadStream, createWriteStream } from 'node:fs';
import { glob, lstat, mkdir, open, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile as OpenZip } from 'yauzl';
import { ZipFile } from 'yazl';

/** Some file systems read these letters, or dots and spaces at the end of a name, as if they were not there. */
const IGNORED_LETTERS = /[\u200B-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]|[ .]+$/g;

/** Whether the path leads into the data of git: what is written there can make the git of the runner run programs. */
function isGitData(name: string): boolean {
  return name
    .split(/[/\\]/)
    .map((part) => part.replaceAll(IGNORED_LETTERS, '').toLowerCase())
    .some((part) => part === '.git' || part === 'git~1');
}

/**
 * Files below the folder that the patterns name: files, folders with all in them, or globs; and `more`. Never outside of it,
 * and never the data of git.
 */
export async function findFiles(
  folder: string,
  patterns: readonly string[],
  excluded: readonly string[] = [],
  more: readonly string[] = [],
): Promise<string[]> {
  const root = await realpath(folder);
  const found = new Set<string>();
  const add = async (relative: string): Promise<void> => {
    const full = path.resolve(root, relative);
    if (!full.startsWith(root + path.sep)) return;
    const facts = await lstat(full).catch(() => undefined);
    if (!facts) return;
    if (facts.isDirectory()) {
      for await (const inner of glob('**/*', { cwd: full })) await addFile(path.join(relative, inner));
    } else {
      await addFile(relative);
    }
  };
  const addFile = async (relative: string): Promise<void> => {
    const name = path.normalize(relative);
    const full = path.resolve(root, name);
    // What a link leads to may lie outside.
    const real = await realpath(full).catch(() => '');
    if (!real.startsWith(root + path.sep) || !(await stat(real)).isFile()) return;
    if (isGitData(name) || isGitData(real.slice(root.length))) return;
    if (excluded.some((pattern) => path.matchesGlob(name, pattern))) return;
    found.add(name);
  };
  for (const pattern of patterns) {
    const plain = pattern.replace(/^\.\//, '');
    if (/[*?[{]/.test(plain)) for await (const name of glob(plain, { cwd: root })) await add(name);
    else await add(plain);
  }
  for (const name of more) await addFile(name);
  return [...found].toSorted();
}

/** Writes these files into an archive. */
export async function createZip(folder: string, files: readonly string[], target: string): Promise<void> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(target));
  for (const file of files) zip.addFile(path.join(folder, file), file.split(path.sep).join('/'));
  zip.end();
  await written;
}

/** Packs one file, or several after each other. */
export async function createGzipOf(folder: string, files: readonly string[], target: string): Promise<void> {
  const parts = async function* () {
    for (const file of files) yield* createReadStream(path.join(folder, file));
  };
  await pipeline(parts, createGzip(), createWriteStream(target));
}

const UNIX_TYPE = 0o170_000;
const REGULAR = 0o100_000;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** What an archive may hold once it is unpacked. */
export type ZipLimits = {
  totalBytes: number;
  entries: number;
  /** Unpacked bytes for each packed one; it counts beyond `ratioFromBytes`. */
  ratio: number;
  ratioFromBytes: number;
};

const GIB = 2 ** 30;

/** Deflate packs zeros about 1,000 times smaller; what jobs make stays far below 200. */
export const ZIP_LIMITS: ZipLimits = { totalBytes: 20 * GIB, entries: 500_000, ratio: 200, ratioFromBytes: GIB };

/** The archive would fill the disk: it is not unpacked. */
export class ZipTooLarge extends Error {
  override name = 'ZipTooLarge';
}

const sizeText = (bytes: number) => (bytes >= GIB ? `${bytes / GIB} GiB` : `${bytes} bytes`);

/** Throws what the archive exceeds. */
function checkLimits(archive: { entries: number; packed: number; unpacked: number }, limits: ZipLimits): void {
  const { entries, packed, unpacked } = archive;
  if (entries > limits.entries) {
    throw new ZipTooLarge(`The archive has more than ${limits.entries} files and folders. Pack fewer files.`);
  }
  if (unpacked > limits.totalBytes) {
    throw new ZipTooLarge(`The archive is larger than ${sizeText(limits.totalBytes)} when unpacked. Pack fewer files.`);
  }
  if (unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio) {
    throw new ZipTooLarge(`The archive unpacks to more than ${limits.ratio} times its size, so it is not unpacked.`);
  }
}

/** What all entries together say of themselves. Nothing is unpacked of an archive that says too much. */
async function checkDeclaredSize(archive: string, packed: number, limits: ZipLimits): Promise<void> {
  const zip: OpenZip = await openPromise(archive, { lazyEntries: true });
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    checkLimits({ entries: zip.entryCount, packed, unpacked }, limits);
  }
}

/**
 * Unpacks files and folders. Links, names that lead out of the folder, also over a link that was there before, and the data
 * of git are left out. Gives how many files there were; throws ZipTooLarge before anything is written.
 */
export async function extractZip(archive: string, folder: string, limits: ZipLimits = ZIP_LIMITS): Promise<number> {
  const { size } = await stat(archive);
  await checkDeclaredSize(archive, size, limits);
  // The reader fails on an entry that holds more or less than it says.
  const zip: OpenZip = await openPromise(archive, { lazyEntries: true });
  const root = await realpath(folder);
  let count = 0;
  for await (const entry of zip.eachEntry()) if (await extractEntry(zip, entry, root)) count += 1;
  return count;
}

async function extractEntry(zip: OpenZip, entry: Entry, root: string): Promise<boolean> {
  const attributes = entry.externalFileAttributes >>> 16;
  const type = attributes & UNIX_TYPE;
  const target = path.resolve(root, entry.fileName);
  if (!target.startsWith(root + path.sep) || isGitData(entry.fileName)) return false;
  const parts = target.slice(root.length + 1).split(path.sep);
  if (entry.fileName.endsWith('/')) {
    await makeFolder(root, parts);
    return false;
  }
  if (type !== 0 && type !== REGULAR) return false;
  if (!(await makeFolder(root, parts.slice(0, -1)))) return false;
  // A file or link of this name gives way: nothing is written to what it leads to.
  const before = await lstat(target).catch(() => undefined);
  if (before?.isDirectory()) return false;
  if (before) await rm(target);
  const content = await zip.openReadStreamPromise(entry);
  const file = await open(target, NEW_FILE, attributes & 0o777 || 0o644);
  await pipeline(content, file.createWriteStream());
  return true;
}

/** Makes the folders that are missing below the root; false where a link or a file is in the way. */
async function makeFolder(root: string, parts: readonly string[]): Promise<boolean> {
  let folder = root;
  for (const part of parts) {
    folder = path.join(folder, part);
    const facts = await lstat(folder).catch(() => undefined);
    if (!facts) await mkdir(folder);
    else if (!facts.isDirectory()) return false;
  }
  return true;
}
