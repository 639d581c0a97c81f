import type { DiffPosition, LineRangeEnd, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { type Hunk, type IndexFile, lineCode, parsePatch } from '@tributary/git';
import {
  checkPoint,
  type Noteable,
  positionInvalid,
  type PositionResolver,
  type ResolvedPosition,
} from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { escapeLine } from '../../platform/highlight/index.ts';
import { findMergeRequestById, type VersionRow } from '../../merge-requests/index.ts';
import { readLinesAt } from './diff-contents.ts';
import { FileLines } from './file-lines.ts';
import { type DiffRange, findRangeByRefs } from './diff-range.ts';
import { openDiff } from './ensure-index.ts';
import { type ReadHunks, readHunksAround, shiftBefore, type SideNumber } from './read-hunks.ts';
import { commentsDisabled } from './rules/comments-disabled.ts';
import { numbersOfNew, positionOfLine } from './rules/position-of-line.ts';
import { VersionTracer } from './tracing/version-tracer.ts';

/** Lines kept with a thread, ending with the commented one. */
const SNAPSHOT_LINES = 16;

/**
 * Confirms that comments' places are real: their commits belong to the request, the file is among the changed ones, the
 * line exists. Answers the line's code and the lines to remember. What one place needed is not read again for the next.
 * A line that differs in nothing but white space is unchanged where that is hidden, and named by both numbers; it is kept as
 * the line that it is where white space counts, which is the same one in both.
 */
export function openPositions(ctx: Context, noteable: Pick<Noteable, 'id'>): PositionResolver {
  const ranges = new Map<string, Promise<OpenedRange | undefined>>();
  const patches = new Map<IndexFile, Promise<ParsedHunks>>();
  const tracers = new Map<number, VersionTracer>();
  const row = once(() => findMergeRequestById(ctx.db, noteable.id));
  const rangeOf = (position: DiffPosition) =>
    remembered(ranges, [position.base_sha, position.start_sha, position.head_sha].join(), async () => {
      const request = await row();
      const range = request && (await findRangeByRefs(ctx, request, position));
      return range && { range, diff: await openDiff(ctx, range.key) };
    });
  const withoutSpace = (opened: OpenedRange) =>
    (opened.withoutSpace ??= openDiff(ctx, { ...opened.range.key, ignoresWhitespace: true }));
  const readAround = async (diff: OpenedRange['diff'], file: IndexFile, at: SideNumber) => {
    const read = await readHunksAround(diff, file, at);
    return { ...read, hunks: parsePatch(read.patch) };
  };
  // Of long ones only those around a line are read, each time.
  const hunksAt = (diff: OpenedRange['diff'], file: IndexFile, at: SideNumber) =>
    file.long ? readAround(diff, file, at) : remembered(patches, file, () => readAround(diff, file, at));
  const tracerOf = ({ key }: DiffRange, newest: VersionRow) => {
    const tracer = tracers.get(newest.id) ?? new VersionTracer(ctx, key.projectId, newest);
    tracers.set(newest.id, tracer);
    return tracer;
  };
  return async (position) => {
    const opened = await rangeOf(position);
    if (!opened) throw positionInvalid('the commits are not part of this merge request');
    const { range, diff } = opened;
    const file = diff.index.files.find((each) => isFileOf(each, position));
    if (!file) throw positionInvalid('the file is not changed in this merge request');
    const resolved = await placeIn(ctx, range, file, position, {
      counted: (at) => hunksAt(diff, file, at),
      hidden: async (at) => {
        const other = await withoutSpace(opened);
        const same = other.index.files.find((each) => isFileOf(each, position));
        return same && hunksAt(other, same, at);
      },
    });
    return withCurrent(range, resolved, tracerOf);
  };
}

/** One place, for those that ask for no other. */
export function resolvePosition(
  ctx: Context,
  noteable: Pick<Noteable, 'id'>,
  position: DiffPosition,
): Promise<ResolvedPosition> {
  return openPositions(ctx, noteable)(position);
}

type ParsedHunks = ReadHunks & { hunks: readonly Hunk[] };
/** The hunks of a file, those around this line at least. */
type HunksAt = (at: SideNumber) => Promise<ParsedHunks>;
/** Where white space counts, and where it is hidden: there a file may have no changes at all. */
type FileHunks = { counted: HunksAt; hidden: (at: SideNumber) => Promise<ParsedHunks | undefined> };
type Diff = Awaited<ReturnType<typeof openDiff>>;
type OpenedRange = { range: DiffRange; diff: Diff; withoutSpace?: Promise<Diff> };

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
}

function remembered<K, T>(known: Map<K, Promise<T>>, key: K, read: () => Promise<T>): Promise<T> {
  const reading = known.get(key) ?? read();
  known.set(key, reading);
  return reading;
}

async function placeIn(
  ctx: Context,
  range: DiffRange,
  file: IndexFile,
  position: DiffPosition,
  read: FileHunks,
): Promise<Omit<ResolvedPosition, 'current'>> {
  const exact = { ...position, old_path: file.oldPath, new_path: file.newPath };
  if (position.position_type !== 'text') {
    checkPoint(position);
    return { position: exact, lineCode: null, snapshot: null };
  }
  if (file.addedLines + file.removedLines === 0) throw positionInvalid('the file has no changed lines');
  if (commentsDisabled(file) !== null) throw positionInvalid('lines of this file cannot be commented on');
  const codeOf = (numbers: Numbers) => codeOfLine(ctx, range, file, read.counted, numbers);
  const asked = { old_line: position.old_line ?? null, new_line: position.new_line ?? null };
  const line = await findLine(read, codeOf, asked);
  if (!line) throw positionInvalid('the line does not exist');
  const lineRange = position.line_range ? await checkRange(read, codeOf, position.line_range) : null;
  const at = { ...exact, ...line.numbers };
  return {
    position: { ...at, line_range: lineRange },
    lineCode: line.code,
    snapshot: await snapshotOf(ctx, range, file, await read.counted(sideOf(line.numbers)), {
      code: line.code,
      position: at,
    }),
  };
}

/** What is said about an older version, a comparison or a single commit is looked for in the newest version at once. */
async function withCurrent(
  range: DiffRange,
  resolved: Omit<ResolvedPosition, 'current'>,
  tracerOf: (range: DiffRange, newest: VersionRow) => VersionTracer,
): Promise<ResolvedPosition> {
  const [newest] = range.versions;
  const isCurrent = range.isLatest && range.start === undefined && range.commit === undefined;
  if (isCurrent || !newest) return { ...resolved, current: null };
  return { ...resolved, current: await tracerOf(range, newest).trace(resolved.position, resolved) };
}

function isFileOf(file: IndexFile, position: DiffPosition): boolean {
  if (file.status === 'deleted') return file.oldPath === (position.old_path ?? position.new_path);
  return file.newPath === position.new_path && (file.status === 'added' || file.oldPath === position.old_path);
}

/** Code of a line in or between hunks; undefined when the two numbers do not belong together. */
async function codeOfLine(
  ctx: Context,
  range: DiffRange,
  file: IndexFile,
  hunksAt: HunksAt,
  numbers: Numbers,
): Promise<string | undefined> {
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  const { hunks, part } = await hunksAt(sideOf(numbers));
  const place = positionOfLine(hunks, numbers.old_line, numbers.new_line, shiftBefore(part));
  if (!place) return undefined;
  if (!place.isInHunk) {
    // Between hunks both sides are the same; the newer one tells whether the line exists.
    const read = await readNewLines(ctx, range, file, { from: 1, to: 0 });
    if (!read || place.newPosition > read.lineCount) return undefined;
  }
  return lineCode(path, place.oldPosition, place.newPosition);
}

type Numbers = Pick<LineRangeEnd, 'old_line' | 'new_line'>;
type CodeOf = (numbers: Numbers) => Promise<string | undefined>;

/** The line by the numbers that it has where white space counts; two numbers may be those where it is hidden. */
async function findLine(
  read: FileHunks,
  codeOf: CodeOf,
  asked: Numbers,
): Promise<{ code: string; numbers: Numbers } | undefined> {
  const code = await codeOf(asked);
  if (code !== undefined) return { code, numbers: asked };
  const { old_line: oldLine, new_line: newLine } = asked;
  if (oldLine === null || newLine === null) return undefined;
  const hidden = await read.hidden(sideOf(asked));
  if (!hidden || !positionOfLine(hidden.hunks, oldLine, newLine, shiftBefore(hidden.part))) return undefined;
  const { hunks, part } = await read.counted(sideOf(asked));
  const numbers = numbersOfNew(hunks, newLine, shiftBefore(part));
  const own = numbers && (await codeOf(numbers));
  return numbers && own !== undefined ? { code: own, numbers } : undefined;
}

function sideOf({ old_line: oldLine, new_line: newLine }: Numbers): SideNumber {
  return newLine === null ? { side: 'old', line: oldLine ?? 1 } : { side: 'new', line: newLine };
}

/** A line code has a number for both sides; which of them the line has, its kind tells only in part. */
function linesOfCode({ line_code: code, type }: LineRangeEnd): Numbers[] {
  const [, oldLine = 0, newLine = 0] = code.split('_').map(Number);
  const unchanged = { old_line: oldLine, new_line: newLine };
  const added = { old_line: null, new_line: newLine };
  const removed = { old_line: oldLine, new_line: null };
  return type === 'new' ? [added, unchanged] : [unchanged, removed, ...(type === null ? [added] : [])];
}

async function checkRange(
  read: FileHunks,
  codeOf: CodeOf,
  lines: { start: LineRangeEnd; end: LineRangeEnd },
): Promise<{ start: LineRangeEnd; end: LineRangeEnd }> {
  const check = async (end: LineRangeEnd): Promise<LineRangeEnd> => {
    if (end.old_line !== null || end.new_line !== null) {
      const line = await findLine(read, codeOf, { old_line: end.old_line, new_line: end.new_line });
      const isAdded = end.old_line !== null && line?.numbers.old_line === null;
      if (line) return { ...end, ...line.numbers, line_code: line.code, ...(isAdded && { type: 'new' }) };
    } else {
      for (const lines of linesOfCode(end)) {
        if ((await codeOf(lines)) === end.line_code) return { ...end, ...lines };
      }
    }
    throw positionInvalid('a line of the range does not exist');
  };
  return { start: await check(lines.start), end: await check(lines.end) };
}

async function snapshotOf(
  ctx: Context,
  range: DiffRange,
  file: IndexFile,
  { patch, part }: ReadHunks,
  at: { code: string; position: DiffPosition },
): Promise<PageDiffLine[]> {
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  const lines = new FileLines(path, patch, { part });
  const index = lines.indexOfCode(at.code);
  if (index >= 0) {
    const shown = lines.slice(Math.max(0, index - SNAPSHOT_LINES + 1), index + 1);
    const gap = shown.findLastIndex((line) => line.type === 'match');
    return shown.slice(gap + 1);
  }
  const end = at.position.new_line ?? 1;
  const offset = end - (at.position.old_line ?? end);
  const from = Math.max(1, end - SNAPSHOT_LINES + 1);
  const read = await readNewLines(ctx, range, file, { from, to: end });
  return (read?.lines ?? []).map((line, place) => ({
    line_code: lineCode(path, from + place - offset, from + place),
    type: null,
    old_line: from + place - offset,
    new_line: from + place,
    text: line,
    rich_text: escapeLine(line),
    meta_data: null,
  }));
}

function readNewLines(ctx: Context, range: DiffRange, file: IndexFile, lines: { from: number; to: number }) {
  const side = { sha: range.key.head, oid: file.newOid, path: file.newPath };
  return readLinesAt(ctx, range.key.projectId, side, lines);
}
