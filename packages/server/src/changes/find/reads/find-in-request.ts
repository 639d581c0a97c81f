import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FindAnswer, FindHit, FindOmittedReason } from '@tributary/contract/merge-requests/find.ts';
import { FIND_SCOPES, type FindScope } from '@tributary/contract/merge-requests/find-scopes.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { fileHash, type IndexFile, type InlineLine, parsePatch, toInlineLines } from '@tributary/git';
import { discussionPage } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { ComparedRange } from '../../diffs/diff-range.ts';
import { openDiff } from '../../diffs/ensure-index.ts';
import { eachHunks, type ReadHunks } from '../../diffs/read-hunks.ts';
import { type MergeRequestAccess, noteableOf, pendingComments } from '../../../merge-requests/index.ts';
import { excerpt, type Matches, type Search } from '../rules/matcher.ts';
import { type MatchTexts, matchTextsOf } from './match-texts.ts';

const MOST_HITS = 500;
/** Hunks of so many files are in memory at once. */
const FILES_AT_ONCE = 50;
const NO_HUNKS = Buffer.alloc(0);
const THREADS_AT_ONCE = 100;
/** Others get their turn after so much work. */
const TURN_MS = 20;
/** After so long the answer is what was found until then. */
const PATIENCE_MS = 5_000;
/** So many characters are looked through together. */
const TEXT_AT_ONCE = 128 * 1_024;

type Limits = { after: number; patienceMs: number; now: () => number };

type Waiting = { place: FindScope; text: string; where: () => FindWhere };

/** What was found so far, and how much time is left. */
class Finding {
  readonly hits: FindHit[] = [];
  readonly counts: Record<FindScope, number> = { added: 0, removed: 0, context: 0, files: 0, threads: 0 };
  readonly files = new Set<string>();
  readonly #matchTexts: MatchTexts;
  readonly #deadline: number;
  readonly #now: () => number;
  readonly #after: number;
  #turnEnd: number;
  #waiting: Waiting[] = [];
  #waitingSize = 0;
  linesCount = 0;
  /** What was not looked at, or not to its end. */
  readonly leftOut = new Set<FindOmittedReason>();

  constructor(matchTexts: MatchTexts, { after, patienceMs, now }: Limits) {
    this.#matchTexts = matchTexts;
    this.#after = after;
    this.#now = now;
    this.#deadline = now() + patienceMs;
    this.#turnEnd = now() + TURN_MS;
  }

  /** One text to look at, together with others; `place` says where it stands, asked only when something is found. */
  look(place: FindScope, text: string, where: () => FindWhere): void {
    this.#waiting.push({ place, text, where });
    this.#waitingSize += text.length;
  }

  /** More texts should wait for `mayGoOn`. */
  get isFull(): boolean {
    return this.#waitingSize >= TEXT_AT_ONCE;
  }

  /** False when there is no more time. Lets others work now and then. */
  async mayGoOn(): Promise<boolean> {
    if (this.isFull) await this.settle();
    const now = this.#now();
    if (now > this.#deadline) this.leftOut.add('time');
    else if (now > this.#turnEnd) {
      await nextTurn();
      this.#turnEnd = this.#now() + TURN_MS;
    }
    return !this.leftOut.has('time');
  }

  /** Looks at what waits. */
  async settle(): Promise<void> {
    let waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingSize = 0;
    while (waiting.length > 0) {
      const answer = await this.#matchTexts(waiting.map(({ text }) => text));
      for (const [at, matches] of answer.found) {
        const looked = waiting[at];
        if (looked) this.#keep(looked, matches);
      }
      waiting = waiting.slice(answer.readCount);
      if (waiting.length === 0) return;
      if (answer.isGivenUp || this.#now() > this.#deadline) this.leftOut.add('time');
      if (this.leftOut.has('time')) return;
    }
  }

  #keep({ place, text, where }: Waiting, { ranges, count, isWhole }: Matches): void {
    this.counts[place] += count;
    if (!isWhole) this.leftOut.add('long_line');
    const at = where();
    if (at.file_hash !== null) this.files.add(at.file_hash);
    this.linesCount += 1;
    if (this.linesCount > this.#after && this.hits.length < MOST_HITS)
      this.hits.push({ ...at, ...excerpt(text, ranges) });
  }
}

type WithoutText<T> = T extends unknown ? Omit<T, 'text' | 'ranges'> : never;
type FindWhere = WithoutText<FindHit>;

/** Looks through the whole comparison and what is said about it; no git process, and no longer than its patience. */
export async function findInRequest(
  ctx: Context,
  found: MergeRequestAccess,
  range: ComparedRange,
  wanted: Search & { places: readonly FindScope[] | undefined } & Partial<Limits>,
): Promise<FindAnswer> {
  const matchTexts = await matchTextsOf(wanted);
  if (!matchTexts) throw new AppError('find_expression_invalid');
  const { after = 0, patienceMs = PATIENCE_MS, now = () => performance.now() } = wanted;
  const finding = new Finding(matchTexts, { after, patienceMs, now });
  const places = new Set<FindScope>(wanted.places ?? FIND_SCOPES);
  await findInFiles(ctx, range, finding, places);
  if (places.has('threads')) await findInThreads(ctx, found, finding);
  await finding.settle();
  const { hits, linesCount, counts, files, leftOut } = finding;
  return {
    hits,
    lines_count: linesCount,
    counts,
    files_count: files.size,
    is_cut: linesCount > after + hits.length,
    left_out: [...leftOut],
  };
}

async function findInFiles(
  ctx: Context,
  range: ComparedRange,
  finding: Finding,
  places: ReadonlySet<FindScope>,
): Promise<void> {
  const diff = await openDiff(ctx, range.key);
  const { files } = diff.index;
  const inLines = places.has('added') || places.has('removed') || places.has('context');
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    if (!(await finding.mayGoOn())) return;
    const some = files.slice(start, start + FILES_AT_ONCE);
    const patches = inLines ? await diff.readPatches(some) : [];
    for (const [at, file] of some.entries()) {
      if (places.has('files')) findInNames(finding, file, start + at);
      if (!inLines || !showsLines(file)) continue;
      const read = file.long ? eachHunks(diff, file) : [{ patch: patches[at] ?? NO_HUNKS }];
      if (!(await findInHunks(finding, file, start + at, read, places))) return;
    }
  }
}

/** Of others no page shows what git compares, such as the name of a commit: nobody could go there. */
function showsLines(file: IndexFile): boolean {
  return !file.isSubmodule && !file.isLfsPointer;
}

async function findInHunks(
  finding: Finding,
  file: IndexFile,
  index: number,
  read: AsyncIterable<ReadHunks> | Iterable<ReadHunks>,
  places: ReadonlySet<FindScope>,
): Promise<boolean> {
  for await (const hunks of read) {
    if (hunks.part?.isCut) finding.leftOut.add('long_line');
    if (hunks.patch.length > 0 && !(await findInLines(finding, file, index, hunks, places))) return false;
  }
  return true;
}

function pathOf(file: IndexFile): string {
  return file.status === 'deleted' ? file.oldPath : file.newPath;
}

function findInNames(finding: Finding, file: IndexFile, index: number): void {
  const where = () => ({ place: 'files' as const, index, file_hash: file.fileHash, file_path: pathOf(file) });
  for (const path of new Set([pathOf(file), file.oldPath])) finding.look('files', path, where);
}

const PLACES = { new: 'added', old: 'removed', match: null } as const;

function placeOf({ type, lineCode }: InlineLine): 'added' | 'removed' | 'context' | null {
  if (lineCode === null) return null;
  return type === null ? 'context' : PLACES[type];
}

async function findInLines(
  finding: Finding,
  file: IndexFile,
  index: number,
  { patch, part }: ReadHunks,
  places: ReadonlySet<FindScope>,
): Promise<boolean> {
  const path = pathOf(file);
  const lines = toInlineLines(path, parsePatch(patch), { start: part?.start, goesOn: part?.goesOn });
  for (const [at, line] of lines.entries()) {
    if ((at % 64 === 0 || finding.isFull) && !(await finding.mayGoOn())) return false;
    const place = placeOf(line);
    if (place === null || !places.has(place)) continue;
    finding.look(place, line.text, () => ({
      place,
      index,
      file_hash: file.fileHash,
      file_path: path,
      line_code: line.lineCode ?? '',
      old_line: line.oldLine,
      new_line: line.newLine,
    }));
  }
  return true;
}

/** Comments that everyone reads, and pending ones of the reader. */
async function findInThreads(ctx: Context, found: MergeRequestAccess, finding: Finding): Promise<void> {
  const noteable = noteableOf(found);
  const pathOfThread = new Map<string, string | null>();
  for (let page = 1; await finding.mayGoOn(); page += 1) {
    const threads = await discussionPage(ctx, noteable, { page, perPage: THREADS_AT_ONCE });
    for (const thread of threads.items) {
      const { is_active: isActive, position } = thread.row;
      const path = isActive ? (position?.new_path ?? position?.old_path ?? null) : null;
      pathOfThread.set(thread.row.id, path);
      for (const note of thread.notes) {
        if (note.row.is_system) continue;
        if (finding.isFull && !(await finding.mayGoOn())) return;
        finding.look('threads', note.row.body, () => ({
          place: 'threads',
          note_id: note.row.id,
          draft_id: null,
          author: note.author?.name ?? null,
          file_hash: path === null ? null : fileHash(path),
          file_path: path,
        }));
      }
    }
    if (threads.items.length < THREADS_AT_ONCE) break;
  }
  const authorId = actorId(ctx.actor);
  if (authorId === undefined || !(await finding.mayGoOn())) return;
  for (const draft of await pendingComments().listOwn(ctx, found.row.id, authorId)) {
    if (finding.isFull && !(await finding.mayGoOn())) return;
    const { reply_to: thread, position } = draft;
    const own = position?.new_path ?? position?.old_path ?? null;
    const path = thread === null ? own : (pathOfThread.get(thread) ?? null);
    finding.look('threads', draft.body, () => ({
      place: 'threads',
      note_id: null,
      draft_id: draft.id,
      author: null,
      file_hash: path === null ? null : fileHash(path),
      file_path: path,
    }));
  }
}
