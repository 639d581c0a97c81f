import { readableLines } from '../diff/file-encodings.ts';
import { GitError } from '../process/git-error.ts';
import { pathFromBytes, readablePathBytes } from '../process/path-key.ts';
import { runGit } from '../process/run-git.ts';
import { assertRev } from './object-id.ts';
import { epochSecondsOf, isoDate } from './parse-commit.ts';
import type { Signature } from './parse-commit.ts';

export interface BlameCommit {
  sha: string;
  author: Signature;
  committer: Signature;
  subject: string;
  /** The commit before this one that had the line's file, for "blame before this change". */
  previous: { sha: string; path: string } | null;
}

export interface BlameRange {
  commit: BlameCommit;
  /** First and last line in the file as asked for, counted from 1. */
  startLine: number;
  endLine: number;
  /** Where these lines stood in that commit. */
  originalPath: string;
  originalLine: number;
  lines: string[];
}

const UNQUOTE: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Who last changed each line. Blame is slow on long histories: ask for the lines that are shown, and keep the answer. */
export async function blame(
  repo: string,
  rev: string,
  path: string,
  options: { start?: number; end?: number; timeoutMs?: number } = {},
): Promise<BlameRange[]> {
  readablePathBytes(path);
  const args = ['blame', '--porcelain'];
  if (options.start !== undefined || options.end !== undefined) {
    const start = Math.max(1, Math.trunc(options.start ?? 1));
    const end = options.end === undefined ? '' : String(Math.max(start, Math.trunc(options.end)));
    args.push('-L', `${start},${end}`);
  }
  const output = await runGit(repo, args, {
    revs: [assertRev(rev)],
    plainRevs: true,
    paths: [path],
    timeoutMs: options.timeoutMs ?? 30_000,
  });
  return readable(repo, rev, path, parseBlame(output));
}

/** Lines that are not UTF-8, as the page of the file shows them. */
async function readable(repo: string, rev: string, path: string, ranges: BlameRange[]): Promise<BlameRange[]> {
  if (!ranges.some(({ lines }) => lines.some((line) => line.includes('\ufffd')))) return ranges;
  const all = await readableLines(repo, rev, path);
  return ranges.map((range) => ({
    ...range,
    lines: range.lines.map((line, at) => all[range.startLine - 1 + at] ?? line),
  }));
}

function parseBlame(output: Buffer): BlameRange[] {
  const commits = new Map<string, BlameCommit>();
  const ranges: BlameRange[] = [];
  let commit: BlameCommit | undefined;
  let path = '';
  let original = 0;
  let final = 0;
  const paths = new Map<string, string>();
  for (const line of linesOf(output)) {
    if (line[0] === 0x09) {
      if (commit === undefined) throw new GitError('failed', 'The answer of git blame could not be read.');
      append(ranges, commit, path, original, final, line.toString('utf8', 1));
      continue;
    }
    const text = line.toString('latin1');
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(text);
    if (head === null) {
      if (commit !== undefined) readHeader(commit, line, paths);
      path = paths.get(commit?.sha ?? '') ?? path;
      continue;
    }
    const sha = head[1] ?? '';
    commit = commits.get(sha) ?? {
      sha,
      author: emptySignature(),
      committer: emptySignature(),
      subject: '',
      previous: null,
    };
    commits.set(sha, commit);
    path = paths.get(sha) ?? path;
    original = Number(head[2]);
    final = Number(head[3]);
  }
  return ranges;
}

function append(
  ranges: BlameRange[],
  commit: BlameCommit,
  path: string,
  original: number,
  final: number,
  text: string,
): void {
  const last = ranges.at(-1);
  const continues =
    last !== undefined && last.commit === commit && last.endLine === final - 1 && last.originalPath === path;
  if (continues && last.originalLine + last.lines.length === original) {
    last.endLine = final;
    last.lines.push(text);
  } else {
    ranges.push({
      commit,
      startLine: final,
      endLine: final,
      originalPath: path,
      originalLine: original,
      lines: [text],
    });
  }
}

function readHeader(commit: BlameCommit, line: Buffer, paths: Map<string, string>): void {
  const space = line.indexOf(0x20);
  if (space === -1) return;
  const key = line.toString('latin1', 0, space);
  const value = line.subarray(space + 1);
  const text = value.toString('utf8');
  const who = key.startsWith('author') ? commit.author : commit.committer;
  if (key === 'author' || key === 'committer') who.name = text;
  else if (key === 'author-mail' || key === 'committer-mail') who.email = text.replace(/^<|>$/g, '');
  else if (key === 'author-time' || key === 'committer-time') who.epochSeconds = epochSecondsOf(text);
  else if (key === 'author-tz' || key === 'committer-tz') {
    who.timezone = text;
    who.date = isoDate(who.epochSeconds, text);
  } else if (key === 'summary') commit.subject = text;
  else if (key === 'filename') paths.set(commit.sha, pathFromBytes(unquote(value)));
  else if (key === 'previous') {
    const split = value.indexOf(0x20);
    commit.previous = {
      sha: value.toString('latin1', 0, split),
      path: pathFromBytes(unquote(value.subarray(split + 1))),
    };
  }
}

/** Undoes git's C-style quoting of a path, which it uses where a name would break the line. */
export function unquote(value: Buffer): Buffer {
  if (value[0] !== 0x22 || value.at(-1) !== 0x22) return value;
  const bytes: number[] = [];
  const inner = value.subarray(1, -1);
  for (let at = 0; at < inner.length; at += 1) {
    const byte = inner[at] ?? 0;
    if (byte !== 0x5c) {
      bytes.push(byte);
      continue;
    }
    const octal = /^[0-7]{3}/.exec(inner.toString('latin1', at + 1, at + 4))?.[0];
    if (octal === undefined) {
      bytes.push(UNQUOTE[String.fromCharCode(inner[at + 1] ?? 0)] ?? inner[at + 1] ?? 0);
      at += 1;
    } else {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
    }
  }
  return Buffer.from(bytes);
}

function* linesOf(output: Buffer): Generator<Buffer> {
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(0x0a, at);
    yield output.subarray(at, end === -1 ? output.length : end);
    if (end === -1) return;
    at = end + 1;
  }
}

function emptySignature(): Signature {
  return { name: '', email: '', date: '1970-01-01T00:00:00+00:00', epochSeconds: 0, timezone: '+0000' };
}
