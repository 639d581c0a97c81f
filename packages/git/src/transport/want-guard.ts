import { VISIBLE_REF_PREFIXES } from '../objects/ancestry.ts';
import { isObjectId } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { runGit, streamGit } from '../process/run-git.ts';
import { listRefNames, readRefs } from '../refs/read-ref.ts';
import { INTERNAL_REF_PREFIXES, MERGE_REQUEST_PREFIX, isInternalRef } from '../refs/ref-name.ts';

const CHECK_TIMEOUT_MS = 60_000;
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

/** Thrown into the answer: the client prints it. */
export class UnreachableWant extends GitError {
  constructor(oid: string) {
    super('not_found', `upload-pack: not our ref ${oid}`, { details: { oid } });
  }
}

/**
 * Protocol version 2 lets a client ask for any stored object by its id: leftovers of refused pushes, of deleted branches,
 * of internal refs. This lets each request through only after everything it wants was found in the history of a visible
 * ref. Requests are read packet by packet up to their flush packet, so it serves one request (HTTP) and many (SSH) alike.
 */
export async function* guardWants(
  repo: string,
  body: AsyncIterable<unknown>,
  hiddenRefs: readonly string[],
): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0);
  let scanned = 0;
  let wants: string[] = [];
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new GitError('failed', 'The request body must be bytes.');
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    if (pending.length > MAX_REQUEST_BYTES) throw new GitError('too_large', 'The request is larger than allowed.');
    for (let packet = packetAt(pending, scanned); packet !== null; packet = packetAt(pending, scanned)) {
      const want = /^want ([0-9a-f]{40,64})\s*$/.exec(packet.text)?.[1];
      if (want !== undefined) wants.push(want);
      scanned += packet.length;
      if (!packet.isFlush) continue;
      await assertReachable(repo, wants, hiddenRefs);
      yield pending.subarray(0, scanned);
      pending = Buffer.from(pending.subarray(scanned));
      scanned = 0;
      wants = [];
    }
  }
  // A rest without a flush packet is no request; git says what is wrong with it and acts on none of it.
  if (pending.length > 0) yield pending.subarray(0, scanned);
}

/** The packet of an error message, as a whole answer. */
export function errorPacket(message: string): Buffer {
  const text = `ERR ${message}\n`;
  return Buffer.from((Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text);
}

function packetAt(bytes: Buffer, at: number): { text: string; length: number; isFlush: boolean } | null {
  if (bytes.length - at < 4) return null;
  const digits = bytes.toString('latin1', at, at + 4);
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw new GitError('rejected', 'The request is not a git request.');
  const length = Number.parseInt(digits, 16);
  if (length < 4) return { text: '', length: 4, isFlush: length === 0 };
  if (bytes.length - at < length) return null;
  return { text: bytes.toString('latin1', at + 4, at + Math.min(length, 128)), length, isFlush: false };
}

async function assertReachable(repo: string, wants: readonly string[], hiddenRefs: readonly string[]): Promise<void> {
  if (wants.length === 0) return;
  const left = new Set(wants.filter(isObjectId));
  const prefixes = [...VISIBLE_REF_PREFIXES, MERGE_REQUEST_PREFIX].filter((prefix) => !hiddenRefs.includes(prefix));
  await strikeOutTips(repo, left, prefixes);
  if (left.size === 0) return;
  // Notes and other refs that users push are seldom fetched, so the long way to them comes second.
  for (const { ref, sha } of await listRefNames(repo, 'refs/')) if (!isInternalRef(ref)) left.delete(sha);
  if (left.size === 0) return;
  const pool = sharedCatFiles();
  const commits: string[] = [];
  const others = new Set<string>();
  for (const oid of left) {
    const info = await pool.info(repo, oid);
    if (info === null) throw new UnreachableWant(oid);
    if (info.type === 'commit') commits.push(oid);
    else others.add(oid);
  }
  const hidden = INTERNAL_REF_PREFIXES.filter((prefix) => !prefixes.includes(prefix));
  const globs = [...hidden.map((prefix) => `--exclude=${prefix}*`), '--glob=refs/*'];
  await assertCommits(repo, commits, globs);
  await assertObjects(repo, others, globs);
}

/** Names of refs by what they pointed at when they were last listed. Only a hint where to look. */
const lastTips = new Map<string, Map<string, string>>();
const MAX_REMEMBERED_REPOSITORIES = 100;
const MAX_REMEMBERED_TIPS = 2_000;

/**
 * Nearly always everything wanted is the tip of a ref: of one that was seen before, which only has to be read again, else of
 * one that a listing shows.
 */
async function strikeOutTips(repo: string, left: Set<string>, prefixes: readonly string[]): Promise<void> {
  const hints = lastTips.get(repo);
  if (hints !== undefined && left.size <= MAX_REMEMBERED_TIPS && [...left].every((oid) => hints.has(oid))) {
    const names = [...hints].flatMap(([oid, ref]) => (left.has(oid) ? [ref] : []));
    const current = await readRefs(
      repo,
      names.filter((ref) => prefixes.some((prefix) => ref.startsWith(prefix))),
    );
    for (const sha of current.values()) left.delete(sha);
    if (left.size === 0) return;
  }
  const tips = await listRefNames(repo, prefixes);
  for (const { sha } of tips) left.delete(sha);
  lastTips.delete(repo);
  lastTips.set(repo, new Map(tips.slice(0, MAX_REMEMBERED_TIPS).map(({ ref, sha }) => [sha, ref])));
  const [oldest] = lastTips.keys();
  if (lastTips.size > MAX_REMEMBERED_REPOSITORIES && oldest !== undefined) lastTips.delete(oldest);
}

async function assertCommits(repo: string, commits: readonly string[], globs: readonly string[]): Promise<void> {
  if (commits.length === 0) return;
  const stdin = `${commits.join('\n')}\n`;
  const outside = await runGit(repo, ['rev-list', '--max-count=1', '--stdin', '--not', ...globs], {
    stdin,
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  if (outside.length > 0) throw new UnreachableWant(commits[0] ?? '');
}

/**
 * Blobs and trees, which partial clones fetch when they need them. Nearly always they belong to the tip of a branch or tag,
 * so those are looked at first; only then the whole history, where bitmaps help.
 */
async function assertObjects(repo: string, wanted: Set<string>, globs: readonly string[]): Promise<void> {
  for (const how of ['--no-walk', '--use-bitmap-index']) {
    if (wanted.size === 0) return;
    await strikeOut(repo, wanted, [how, ...globs]);
  }
  const [missing] = wanted;
  if (missing !== undefined) throw new UnreachableWant(missing);
}

async function strikeOut(repo: string, wanted: Set<string>, args: readonly string[]): Promise<void> {
  const stream = streamGit(repo, ['rev-list', '--objects', '--no-object-names', ...args], {
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  stream.stdin.end();
  let tail = '';
  for await (const chunk of stream.stdout) {
    const lines = (tail + String(chunk)).split('\n');
    tail = lines.pop() ?? '';
    for (const line of lines) wanted.delete(line);
    // Leaving the loop ends git.
    if (wanted.size === 0) return;
  }
  await stream.finished;
}
