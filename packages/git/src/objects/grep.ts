import { GitError } from '../process/git-error.ts';
import { pathFromBytes } from '../process/path-key.ts';
import { streamGit } from '../process/run-git.ts';
import { readableLines } from '../diff/file-encodings.ts';
import { assertRev } from './object-id.ts';

export interface GrepMatch {
  path: string;
  line: number;
  /** The line, at most 500 characters of it. */
  text: string;
}

export interface GrepOptions {
  /** Extended regular expression instead of plain text. Counted repetition is refused: it can eat all memory. */
  regex?: boolean;
  ignoreCase?: boolean;
  /** Only below this path. */
  path?: string;
  /** Most matches given; default 100. */
  max?: number;
  timeoutMs?: number;
}

const MAX_QUERY_LENGTH = 1000;
const MAX_LINE_LENGTH = 500;
const MAX_DECODED_CHARS = 16_000_000;
const MAX_PENDING_BYTES = 8 * 1024 * 1024;

/** Searches the text files of a commit. `truncated` tells that there are more matches, or that the time was up. */
export async function grep(
  repo: string,
  rev: string,
  query: string,
  options: GrepOptions = {},
): Promise<{ matches: GrepMatch[]; truncated: boolean }> {
  assertQuery(query, options.regex === true);
  const max = options.max ?? 100;
  const wanted = assertRev(rev);
  const args = ['grep', '-z', '--line-number', '-I', '--full-name', '--no-color', options.regex === true ? '-E' : '-F'];
  if (options.ignoreCase === true) args.push('--ignore-case');
  args.push('-e', query);
  const stream = streamGit(repo, args, {
    revs: [wanted],
    plainRevs: true,
    paths: options.path === undefined || options.path === '' ? undefined : [options.path],
    timeoutMs: options.timeoutMs ?? 10_000,
    // 1: nothing found.
    okExitCodes: [1],
  });
  stream.stdin.end();
  const matches: GrepMatch[] = [];
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    let rest = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let record = nextRecord(rest, wanted); record !== null; record = nextRecord(rest, wanted)) {
      if (matches.length === max) return { matches: await readable(repo, wanted, matches), truncated: true };
      matches.push(record.match);
      rest = rest.subarray(record.length);
    }
    if (rest.length > MAX_PENDING_BYTES) return { matches: await readable(repo, wanted, matches), truncated: true };
    pending = Buffer.from(rest);
  }
  await stream.finished;
  return { matches: await readable(repo, wanted, matches), truncated: false };
}

/**
 * Lines that are not UTF-8, as the pages of their files show them: file by file, of which only these lines are kept. What
 * is found in more than so much text stays with signs that stand for bytes.
 */
async function readable(repo: string, rev: string, matches: readonly GrepMatch[]): Promise<GrepMatch[]> {
  const texts = new Map<GrepMatch, string>();
  const odd = Map.groupBy(
    matches.filter(({ text }) => text.includes('\ufffd')),
    ({ path }) => path,
  );
  let left = MAX_DECODED_CHARS;
  for (const [path, own] of odd) {
    if (left <= 0) break;
    const lines = await readableLines(repo, rev, path);
    for (const line of lines) left -= line.length + 1;
    for (const match of own) texts.set(match, (lines[match.line - 1] ?? match.text).slice(0, MAX_LINE_LENGTH));
  }
  return matches.map((match) => ({ ...match, text: texts.get(match) ?? match.text }));
}

// `<rev>:<path> NUL <line> NUL <text> LF`; a path may hold newlines, a text may not.
function nextRecord(bytes: Buffer, rev: string): { match: GrepMatch; length: number } | null {
  const pathEnd = bytes.indexOf(0);
  const lineEnd = pathEnd === -1 ? -1 : bytes.indexOf(0, pathEnd + 1);
  const textEnd = lineEnd === -1 ? -1 : bytes.indexOf(0x0a, lineEnd + 1);
  if (textEnd === -1) return null;
  const path = pathFromBytes(bytes.subarray(Buffer.byteLength(rev) + 1, pathEnd));
  const line = Number(bytes.toString('latin1', pathEnd + 1, lineEnd));
  const text = bytes
    .toString('utf8', lineEnd + 1, Math.min(textEnd, lineEnd + 1 + MAX_LINE_LENGTH * 4))
    .slice(0, MAX_LINE_LENGTH);
  return { match: { path, line, text }, length: textEnd + 1 };
}

function assertQuery(query: string, regex: boolean): void {
  const allowed = query !== '' && query.length <= MAX_QUERY_LENGTH && !/[\0\n]/.test(query);
  // `{1,255}` nested three deep and back references make the C library's matcher explode.
  if (!allowed || (regex && /[{}]|\\\d/.test(query))) throw new GitError('rejected', 'The search text is not allowed.');
}
