import { EMPTY_TREE_OID, assertRev } from '../objects/object-id.ts';
import { readablePathBytes } from '../process/path-key.ts';
import { runGit, streamGit } from '../process/run-git.ts';
import type { GitStream } from '../process/run-git.ts';
import type { ChangedFile, DiffFile } from './diff-file.ts';
import { DiffScanner, type Scanned } from './diff-scanner.ts';
import { hasTwoPaths, parseRawEntry } from './raw-entry.ts';

export interface DiffSpec {
  /** Null stands for an empty tree: everything is new (root commits). */
  from: string | null;
  to: string;
  ignoreWhitespace?: boolean | undefined;
  /** Default 3. */
  contextLines?: number | undefined;
  /** Only these. A rename needs both of its paths here to be seen as one. */
  paths?: readonly string[] | undefined;
  /** Longer hunks of one file are left out; default 16 MiB. */
  maxFilePatchBytes?: number | undefined;
  /** Bigger files count as binary; default 64 MiB. */
  bigFileBytes?: number | undefined;
  /** Told of such hunks piece by piece, before the file itself; git waits for it. */
  onLongPiece?: ((piece: Buffer) => Promise<void>) | undefined;
  /** Told of all changed files before the first of them is compared. */
  onListed?: ((files: ChangedFile[]) => void) | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

const DIFF_TIMEOUT_MS = 5 * 60_000;
/** Longer hunks of one file are not held in memory. */
export const MAX_FILE_PATCH_BYTES = 16 * 1024 * 1024;
/** Bigger files count as binary: git would hold both sides in memory. */
export const BIG_FILE_BYTES = 64 * 1024 * 1024;

/**
 * All changed files, in git's order, while git is still comparing. One process whatever the number of files: the list and
 * the patches come from the same run (asking git for counts as well would make it compare everything twice).
 */
export async function* streamDiff(repo: string, spec: DiffSpec): AsyncGenerator<DiffFile> {
  const stream = startDiff(repo, ['--raw', '-z', '-p', '--full-index'], spec);
  const scanner = new DiffScanner({
    maxFilePatchBytes: spec.maxFilePatchBytes ?? MAX_FILE_PATCH_BYTES,
    ignoreWhitespace: spec.ignoreWhitespace === true,
    givesLong: spec.onLongPiece !== undefined,
    onListed: spec.onListed,
  });
  for await (const chunk of stream.stdout) {
    if (Buffer.isBuffer(chunk)) yield* filesOf(scanner.feed(chunk), spec.onLongPiece);
  }
  await stream.finished;
  yield* filesOf(scanner.finish(), spec.onLongPiece);
}

async function* filesOf(scanned: readonly Scanned[], onLongPiece: DiffSpec['onLongPiece']): AsyncGenerator<DiffFile> {
  for (const each of scanned) {
    if (Buffer.isBuffer(each)) await onLongPiece?.(each);
    else yield each;
  }
}

/** All of it at once; for comparisons known to be small. */
export async function readDiff(repo: string, spec: DiffSpec): Promise<DiffFile[]> {
  const files: DiffFile[] = [];
  for await (const file of streamDiff(repo, spec)) files.push(file);
  return files;
}

/** Which files differ, without comparing their lines: a few milliseconds even for thousands. */
export async function listChangedFiles(
  repo: string,
  spec: Pick<DiffSpec, 'from' | 'to' | 'paths' | 'signal'>,
): Promise<ChangedFile[]> {
  const output = await runGit(repo, ['diff-tree', '-r', '-M', '--raw', '-z', '--no-abbrev'], {
    ...diffTarget(spec),
    signal: spec.signal,
  });
  const files: ChangedFile[] = [];
  let head: string | null = null;
  let paths: Buffer[] = [];
  for (let at = 0, end = output.indexOf(0); end !== -1; at = end + 1, end = output.indexOf(0, at)) {
    if (head === null) {
      head = output.toString('latin1', at, end);
      continue;
    }
    paths.push(output.subarray(at, end));
    if (paths.length < (hasTwoPaths(head) ? 2 : 1)) continue;
    const entry = parseRawEntry(head, paths);
    if (entry !== null) files.push(entry.file);
    head = null;
    paths = [];
  }
  return files;
}

/** The patch as text, for downloads: applies with `git apply`, binaries included. */
export function streamRawDiff(repo: string, spec: DiffSpec): GitStream {
  return startDiff(repo, ['-p', '--full-index', '--binary'], spec);
}

/** The commits of a range as mails, oldest first: applies with `git am`. */
export function streamFormatPatch(
  repo: string,
  base: string,
  head: string,
  options: { signal?: AbortSignal } = {},
): GitStream {
  const args = [
    'format-patch',
    '--stdout',
    '--no-signature',
    '--full-index',
    '--binary',
    '--no-ext-diff',
    '--no-color',
  ];
  const stream = streamGit(repo, args, {
    revs: [`${assertRev(base)}..${assertRev(head)}`],
    timeoutMs: DIFF_TIMEOUT_MS,
    signal: options.signal,
  });
  stream.stdin.end();
  return stream;
}

/** A comparison as git prints it in some format. */
export function startDiff(repo: string, format: readonly string[], spec: DiffSpec): GitStream {
  const context = Math.min(1000, Math.max(0, Math.trunc(spec.contextLines ?? 3)));
  const args = ['diff-tree', '-r', '-M', ...format, '--no-color', '--no-ext-diff', '--no-textconv', `-U${context}`];
  args.push('--src-prefix=a/', '--dst-prefix=b/', '--ignore-submodules=none', '--submodule=short');
  if (spec.ignoreWhitespace === true) args.push('-w');
  const stream = streamGit(repo, args, {
    ...diffTarget(spec),
    config: [['core.bigFileThreshold', String(spec.bigFileBytes ?? BIG_FILE_BYTES)]],
    largeOutput: true,
    timeoutMs: spec.timeoutMs ?? DIFF_TIMEOUT_MS,
    signal: spec.signal,
  });
  stream.stdin.end();
  return stream;
}

function diffTarget(spec: Pick<DiffSpec, 'from' | 'to' | 'paths'>): {
  revs: string[];
  paths: readonly string[] | undefined;
} {
  for (const path of spec.paths ?? []) readablePathBytes(path);
  return { revs: [spec.from === null ? EMPTY_TREE_OID : assertRev(spec.from), assertRev(spec.to)], paths: spec.paths };
}
