import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { GitError } from '../process/git-error.ts';
import { readablePathBytes } from '../process/path-key.ts';
import { streamGit } from '../process/run-git.ts';
import type { GitStream } from '../process/run-git.ts';
import { assertRev } from './object-id.ts';

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz' | 'tar.bz2';

export const ARCHIVE_FORMATS: readonly ArchiveFormat[] = ['zip', 'tar', 'tar.gz', 'tar.bz2'];

export interface ArchiveOptions {
  rev: string;
  format: ArchiveFormat;
  /** Directory everything is put in; made of plain characters, without slashes at the ends. */
  prefix: string;
  /** Only these paths. A path that does not exist ends the stream with `not_found`. */
  paths?: readonly string[];
  signal?: AbortSignal;
}

const ARCHIVE_TIMEOUT_MS = 15 * 60_000;

/** Streams an archive; git reads the objects itself, nothing is unpacked to disk. */
export function archive(repo: string, options: ArchiveOptions): GitStream {
  if (options.format === 'tar.bz2' && !isOnPath('bzip2'))
    throw new GitError('rejected', 'bzip2 is not installed on this server.');
  for (const path of options.paths ?? []) readablePathBytes(path);
  const stream = streamGit(repo, ['archive', `--format=${options.format}`, `--prefix=${safePrefix(options.prefix)}/`], {
    revs: [assertRev(options.rev)],
    paths: options.paths?.length === 0 ? undefined : options.paths,
    noSeparator: true,
    timeoutMs: ARCHIVE_TIMEOUT_MS,
    signal: options.signal,
    config: options.format === 'tar.bz2' ? [['tar.tar.bz2.command', 'bzip2 -c']] : [],
  });
  stream.stdin.end();
  return stream;
}

function safePrefix(prefix: string): string {
  const cleaned = prefix.replaceAll(/[^\p{L}\p{N}._+@-]+/gu, '-').replace(/^[.-]+/, '');
  return cleaned === '' ? 'archive' : cleaned;
}

function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}
