import type { DiffPosition, PageDiscussion, Placement, PositionType } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { fc } from '@tributary/contract/testing/properties.ts';
import { describe, expect, test } from 'vitest';
import { LineCommentsStore } from '../../discussions/lines/line-comments-store.ts';
import { listUnplaced, type OnFile } from '../../discussions/model/index-by-line.ts';
import { type Placed, seenIn } from '../../discussions/model/seen-in.ts';
import { standsOnOverview } from './stands-on-overview.ts';

/**
 * Whatever the server found of the places of threads and pending comments in the newest version (the same shapes that
 * `visible-threads.test.ts` of the server holds to): the changes draw each of them, and draw it once.
 */

const version = (head: string) => ({ base_sha: `base of ${head}`, start_sha: `base of ${head}`, head_sha: head });
const [BEGUN, BETWEEN, NEWEST] = [version('v1'), version('v2'), version('v3')];

type Refs = typeof NEWEST;
type Row = { oldLine: number | null; newLine: number | null; oldAt: number; newAt: number };

/** The lines of every file, in every version: a removed one, two that were added, and what did not change. */
const ROWS: readonly Row[] = [
  { oldLine: 1, newLine: 1, oldAt: 1, newAt: 1 },
  { oldLine: 2, newLine: null, oldAt: 2, newAt: 2 },
  { oldLine: null, newLine: 2, oldAt: 3, newAt: 2 },
  { oldLine: null, newLine: 3, oldAt: 3, newAt: 3 },
  { oldLine: 3, newLine: 4, oldAt: 3, newAt: 4 },
];
const codeOf = (file: string, { oldAt, newAt }: Row) => `${file}_${oldAt}_${newAt}`;
const rowsOf = (file: string) => ROWS.map((row) => ({ ...row, lineCode: codeOf(file, row) }));

/** Of the version that the comments were begun in, and of the newest one. */
const [OLD_FILES, FILES] = [
  ['f', 'g', 'gone'],
  ['f', 'g', 'new'],
];

type Found = { kind: PositionType; on: Placement['on']; confidence: Placement['confidence'] };
const FOUND: readonly Found[] = [
  ...(['exact', 'moved'] as const).map((confidence) => ({ kind: 'text' as const, on: 'line' as const, confidence })),
  ...(['exact', 'moved', 'likely'] as const).map((confidence) => {
    return { kind: 'text' as const, on: 'range' as const, confidence };
  }),
  ...(['exact', 'moved'] as const).map((confidence) => ({ kind: 'file' as const, on: 'file' as const, confidence })),
  ...(['exact', 'moved', 'lost'] as const).map((confidence) => {
    return { kind: 'image' as const, on: 'file' as const, confidence };
  }),
  { kind: 'text', on: 'file', confidence: 'lost' },
  ...(['text', 'file', 'image'] as const).map((kind) => {
    return { kind, on: 'overview' as const, confidence: 'lost' as const };
  }),
];

const anyPlace = fc.record({
  found: fc.constantFrom(...FOUND),
  begunIn: fc.constantFrom(...OLD_FILES),
  begunOn: fc.constantFrom(...ROWS),
  file: fc.constantFrom(...FILES),
  row: fc.constantFrom(...ROWS),
  /** What was lost may have been seen in a version between. */
  wasSeen: fc.boolean(),
  /** Begun in the newest version, it was never looked for. */
  isNew: fc.boolean(),
  isResolved: fc.boolean(),
});
type AnyPlace = typeof anyPlace extends fc.Arbitrary<infer T> ? T : never;

function positionAt(refs: Refs, kind: PositionType, file: string, { oldLine, newLine }: Row): DiffPosition {
  const lines = kind === 'text' ? { old_line: oldLine, new_line: newLine } : {};
  return { ...refs, old_path: file, new_path: file, position_type: kind, ...lines };
}

/** As the server tells it. */
function placed({ found, begunIn, begunOn, file, row, wasSeen, isNew }: AnyPlace) {
  const { kind, on, confidence } = found;
  const isLost = confidence === 'lost';
  if (isNew) {
    const at = positionAt(NEWEST, kind, file, row);
    const code = kind === 'text' ? codeOf(file, row) : null;
    return { at, begun: at, code, begunCode: code, placement: null, active: true, hash: file, last: file, first: file };
  }
  const begun = positionAt(BEGUN, kind, begunIn, begunOn);
  const begunCode = kind === 'text' ? codeOf(begunIn, begunOn) : null;
  const isOnFile = on !== 'overview';
  const placement: Placement = {
    on,
    confidence,
    path: isOnFile ? file : null,
    file_hash: isOnFile ? file : null,
    version: 3,
    since: 1,
  };
  // What is lost keeps the place where it was seen last.
  const at = isLost
    ? wasSeen
      ? positionAt(BETWEEN, kind, begunIn, begunOn)
      : begun
    : positionAt(NEWEST, kind, file, row);
  const last = isLost ? begunIn : file;
  const code = kind === 'text' ? (isLost ? begunCode : codeOf(file, row)) : null;
  return {
    at,
    begun,
    code,
    begunCode,
    placement,
    active: !isLost,
    hash: placement.file_hash ?? last,
    last,
    first: begunIn,
  };
}

function threadOf(any: AnyPlace, id: number): PageDiscussion {
  const { at, begun, code, begunCode, placement, active, hash, last, first } = placed(any);
  return {
    id: `thread ${id}`,
    diff_discussion: true,
    active,
    resolvable: true,
    resolved: any.isResolved,
    line_code: code,
    line_codes: [...new Set([code, begunCode].filter((each) => each !== null))],
    position: at,
    original_position: begun,
    placement,
    diff_file: { file_hash: hash, file_path: hash, seen_hashes: { last, original: first } },
  } as Partial<PageDiscussion> as PageDiscussion;
}

function draftOf(any: AnyPlace, id: number): PageDraft {
  const { at, begun, code, begunCode, placement, active, hash, last, first } = placed(any);
  return {
    id,
    active,
    discussion_id: null,
    line_code: code,
    line_codes: [...new Set([code, begunCode].filter((each) => each !== null))],
    position: at,
    original_position: begun,
    placement,
    diff_file: { file_hash: hash, seen_hashes: { last, original: first } },
    file_hash: hash,
    file_path: hash,
  } as Partial<PageDraft> as PageDraft;
}

type Comparison = { refs: Refs; files: readonly string[]; rows?: (file: string) => readonly Line[] };
type Line = { oldLine: number | null; newLine: number | null; lineCode: string; html?: string };

/** Where a comparison draws each of them. */
function drawn<T extends Placed>({ refs, files, rows = rowsOf }: Comparison, all: readonly T[], on: On<T>): string[][] {
  const places: [T, string][] = files.flatMap((file) => {
    const shown = on(file)(refs);
    const told =
      (where: string) =>
      (each: T): [T, string] => [each, where];
    return [
      ...rows(file).flatMap((row) => shown.on(row).map(told(row.lineCode))),
      ...shown.file.map(told(`file ${file}`)),
      ...shown.pins.map(told(`picture ${file}`)),
    ];
  });
  const tray = listUnplaced(all).filter((each) => seenIn(each, refs)?.fileHash === undefined);
  places.push(...tray.map((each): [T, string] => [each, 'tray']));
  return all.map((each) => places.filter(([of]) => of === each).map(([, where]) => where));
}

type On<T> = (file: string) => OnFile<T>;

function drawnThreads(comparison: Comparison, threads: readonly PageDiscussion[]): string[][] {
  const store = new LineCommentsStore(true);
  store.setThreads(threads);
  return drawn(comparison, threads, (file) => store.of(file).threads);
}

function drawnDrafts(comparison: Comparison, drafts: readonly PageDraft[]): string[][] {
  const store = new LineCommentsStore(true);
  store.setDrafts(drafts);
  return drawn(comparison, drafts, (file) => store.of(file).drafts);
}

function placeNow({ found: { kind, on }, file, row, isNew }: AnyPlace): string {
  if (on === 'overview' && !isNew) return 'tray';
  const isOnLine = kind === 'text' && (isNew || on !== 'file');
  return isOnLine ? codeOf(file, row) : `${kind === 'image' ? 'picture' : 'file'} ${file}`;
}

const several = fc.array(anyPlace, { minLength: 1, maxLength: 8 });
const NEW = { refs: NEWEST, files: FILES };
const OLD = { refs: BEGUN, files: OLD_FILES };

test('the newest changes draw every thread and every pending comment once: on its line, on its file or image, or on top', () => {
  fc.assert(
    fc.property(several, (all) => {
      const wanted = all.map((each) => [placeNow(each)]);
      expect(drawnThreads(NEW, all.map(threadOf))).toEqual(wanted);
      expect(drawnDrafts(NEW, all.map(draftOf))).toEqual(wanted);
      const onOverview = all.map((each, id) => standsOnOverview(draftOf(each, id)));
      expect(onOverview).toEqual(wanted.map(([place]) => place === 'tray'));
    }),
    { numRuns: 500 },
  );
});

test('the version that something was begun in draws it where it was begun, whatever became of it', () => {
  fc.assert(
    fc.property(several, (all) => {
      const old = all.map((each) => ({ ...each, isNew: false }));
      const wanted = old.map(({ found: { kind }, begunIn, begunOn }) => {
        if (kind === 'text') return [codeOf(begunIn, begunOn)];
        return [`${kind === 'image' ? 'picture' : 'file'} ${begunIn}`];
      });
      expect(drawnThreads(OLD, old.map(threadOf))).toEqual(wanted);
      expect(drawnDrafts(OLD, old.map(draftOf))).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});

/**
 * Version 1 adds three lines above, version 2 changes line 40 (37 of the target) and takes out what follows: the same
 * lines as each comparison numbers them. `text` tells which line it is.
 */
describe('a line that was written about', () => {
  const refs = (base: string, head: string): Refs => ({ base_sha: base, start_sha: base, head_sha: head });
  const [FIRST, ALL, SINCE] = [refs('target', 'v1'), refs('target', 'v2'), refs('v1', 'v2')];
  /** Of two commits of version 2: the last one ends where it ends. */
  const [EARLIER_COMMIT, LAST_COMMIT] = [refs('v1', 'between'), refs('between', 'v2')];
  const line = (oldLine: number | null, newLine: number | null, oldAt: number, newAt: number, html = 'mine'): Line => ({
    oldLine,
    newLine,
    lineCode: `f_${oldAt}_${newAt}`,
    html,
  });
  const shows = (of: Refs, ...lines: Line[]): Comparison => ({ refs: of, files: ['f'], rows: () => lines });
  const inAll = { was: line(37, null, 37, 40), is: line(null, 40, 38, 40), gone: line(38, null, 38, 41) };
  const inSince = { was: line(40, null, 40, 40), is: line(null, 40, 41, 40), gone: line(41, null, 41, 41) };
  const WHOLE = shows(ALL, inAll.was, inAll.is, inAll.gone);
  const PART = shows(SINCE, inSince.was, inSince.is, inSince.gone);
  const OLDER = shows(FIRST, line(37, 40, 37, 40), line(38, 41, 38, 41));
  const textAt = (of: Refs, at: Line) => ({ ...positionAt(of, 'text', 'f', { ...at, oldAt: 0, newAt: 0 }) });
  type Stand = { of: Refs; at: Line };
  const standing = (now: Stand | null, begun: Stand): Placed => ({
    active: now !== null,
    line_code: (now ?? begun).at.lineCode,
    line_codes: [...new Set([(now ?? begun).at.lineCode, begun.at.lineCode])],
    position: textAt((now ?? begun).of, (now ?? begun).at),
    original_position: textAt(begun.of, begun.at),
    placement: now ? null : { on: 'file', confidence: 'lost', path: 'f', file_hash: 'f', version: 2, since: 1 },
    diff_file: { file_hash: 'f', seen_hashes: { last: 'f', original: 'f' } },
  });
  const whole = (at: Line): Stand => ({ of: ALL, at });
  const CASES: [what: string, Placed, Comparison, wanted: string[]][] = [
    ['begun since, since', standing(whole(inAll.is), { of: SINCE, at: inSince.is }), PART, [inSince.is.lineCode]],
    ['begun since, in all', standing(whole(inAll.is), { of: SINCE, at: inSince.is }), WHOLE, [inAll.is.lineCode]],
    ['begun in all, since', standing(whole(inAll.is), whole(inAll.is)), PART, [inSince.is.lineCode]],
    [
      'new, on the opened line that did not change since',
      standing(whole(inAll.is), whole(inAll.is)),
      shows(SINCE, line(39, 40, 39, 40)),
      ['f_39_40'],
    ],
    ['taken out of the target, since', standing(whole(inAll.gone), whole(inAll.gone)), PART, []],
    ['taken out since, since', standing(null, { of: SINCE, at: inSince.gone }), PART, [inSince.gone.lineCode]],
    [
      'new, in an older version that has another line by its code',
      standing(whole(inAll.is), whole(inAll.is)),
      shows(FIRST, line(38, 40, 38, 40, 'other')),
      [],
    ],
    [
      'begun in an older version, there',
      standing(whole(inAll.is), { of: FIRST, at: line(37, 40, 37, 40) }),
      OLDER,
      ['f_37_40'],
    ],
    [
      'begun in all, in its commit',
      standing(whole(inAll.is), whole(inAll.is)),
      shows(LAST_COMMIT, line(null, 40, 41, 40)),
      ['f_41_40'],
    ],
    [
      'begun in one commit, in all',
      standing(whole(inAll.is), { of: LAST_COMMIT, at: line(null, 40, 41, 40) }),
      WHOLE,
      [inAll.is.lineCode],
    ],
    [
      'new, in a commit that has another line by its code',
      standing(whole(inAll.is), whole(inAll.is)),
      shows(EARLIER_COMMIT, line(38, 40, 38, 40, 'other')),
      [],
    ],
    [
      'new, in a version between that has the same line by its code',
      standing(whole(inAll.is), whole(inAll.is)),
      shows(EARLIER_COMMIT, line(38, 40, 38, 40, '<i>mine</i>')),
      ['f_38_40'],
    ],
    [
      'new, without white space: another number before',
      standing(whole(inAll.is), whole(inAll.is)),
      shows(ALL, line(37, 39, 37, 39), line(38, 40, 38, 40)),
      ['f_38_40'],
    ],
    [
      'taken out, without white space: the line that it became',
      standing(whole(inAll.gone), whole(inAll.gone)),
      shows(ALL, line(38, 41, 38, 41)),
      ['f_38_41'],
    ],
  ];

  const begunOn = [{ rich_text: 'before' }, { rich_text: '<b>mi</b>ne' }];

  test.each(CASES)('%s', (_what, placed, comparison, wanted) => {
    const thread = {
      ...placed,
      truncated_diff_lines: begunOn,
      id: 't',
      diff_discussion: true,
    } as Partial<PageDiscussion> as PageDiscussion;
    const draft = {
      ...placed,
      truncated_diff_lines: begunOn,
      id: 1,
      discussion_id: null,
    } as Partial<PageDraft> as PageDraft;
    expect(drawnDrafts(comparison, [draft])).toEqual([wanted]);
    expect(drawnThreads(comparison, [thread])).toEqual([wanted]);
  });
});
