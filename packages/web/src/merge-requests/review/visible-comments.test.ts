import type { DiffPosition, PageDiscussion, Placement, PositionType } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { fc } from '@tributary/contract/testing/properties.ts';
import { expect, test } from 'vitest';
import { LineCommentsStore } from '../../discussions/lines/line-comments-store.ts';
import { listUnplaced } from '../../discussions/model/index-by-line.ts';
import { seenIn } from '../../discussions/model/seen-in.ts';
import { draftsByPlace, isUnplaced, overviewDrafts } from './drafts-by-place.ts';

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
  const { at, begun, code, placement, active, hash } = placed(any);
  return {
    id,
    active,
    discussion_id: null,
    line_code: code,
    position: at,
    original_position: begun,
    placement,
    file_hash: hash,
    file_path: hash,
  } as Partial<PageDraft> as PageDraft;
}

/** Where a comparison draws each thread. */
function drawnIn(refs: Refs, files: readonly string[], threads: readonly PageDiscussion[]): Map<string, string[]> {
  const store = new LineCommentsStore(true);
  store.setThreads(threads);
  const drawn: [string, string][] = files.flatMap((file) => {
    const shown = store.of(file).threads(refs);
    const told =
      (where: string) =>
      (each: PageDiscussion): [string, string] => [each.id, where];
    return [
      ...rowsOf(file).flatMap((row) => shown.on(row).map(told(row.lineCode))),
      ...shown.file.map(told(`file ${file}`)),
      ...shown.pins.map(told(`picture ${file}`)),
    ];
  });
  const tray = listUnplaced(threads).filter((each) => seenIn(each, refs)?.fileHash === undefined);
  drawn.push(...tray.map((each): [string, string] => [each.id, 'tray']));
  return new Map(threads.map(({ id }) => [id, drawn.filter(([of]) => of === id).map(([, where]) => where)]));
}

function placeNow({ found: { kind, on }, file, row, isNew }: AnyPlace): string {
  if (on === 'overview' && !isNew) return 'tray';
  const isOnLine = kind === 'text' && (isNew || on !== 'file');
  return isOnLine ? codeOf(file, row) : `${kind === 'image' ? 'picture' : 'file'} ${file}`;
}

const several = fc.array(anyPlace, { minLength: 1, maxLength: 8 });

test('the newest changes draw every thread once: on its line, on its file or picture, or on top of them', () => {
  fc.assert(
    fc.property(several, (all) => {
      const drawn = drawnIn(NEWEST, FILES, all.map(threadOf));
      expect([...drawn.values()]).toEqual(all.map((each) => [placeNow(each)]));
    }),
    { numRuns: 500 },
  );
});

test('the version that a thread was begun in draws it where it was begun, whatever became of it', () => {
  fc.assert(
    fc.property(several, (all) => {
      const old = all.map((each) => ({ ...each, isNew: false }));
      const drawn = drawnIn(BEGUN, OLD_FILES, old.map(threadOf));
      const wanted = old.map(({ found: { kind }, begunIn, begunOn }) => {
        if (kind === 'text') return [codeOf(begunIn, begunOn)];
        return [`${kind === 'image' ? 'picture' : 'file'} ${begunIn}`];
      });
      expect([...drawn.values()]).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});

test('each pending comment is drawn once: on its line, on its file, or on top of the changes and in the overview', () => {
  fc.assert(
    fc.property(several, (all) => {
      const drafts = all.map(draftOf);
      const store = new LineCommentsStore(true);
      store.setDrafts(draftsByPlace(drafts));
      const drawn = FILES.flatMap((file) =>
        [file, ...rowsOf(file).map(({ lineCode }) => lineCode)].flatMap((place) =>
          (store.of(file).drafts.get(place) ?? []).map(({ id }): [number, string] => [id, place]),
        ),
      );
      drawn.push(...drafts.filter(isUnplaced).map(({ id }): [number, string] => [id, 'tray']));
      const placesOf = (id: number) => drawn.filter(([of]) => of === id).map(([, where]) => where);
      expect(drafts.map(({ id }) => placesOf(id))).toEqual(
        all.map((each) => [placeNow(each).replace(/^(?:file|picture) /, '')]),
      );
      expect(overviewDrafts(drafts)).toEqual(drafts.filter((draft) => placesOf(draft.id).includes('tray')));
    }),
    { numRuns: 500 },
  );
});
