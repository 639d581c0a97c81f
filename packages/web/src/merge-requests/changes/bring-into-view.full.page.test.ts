import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import type { PageDiffLine, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { bringIntoView } from './bring-into-view.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { NO_COMMENTS } from './no-comments.ts';
import { LineCommentsStore } from '../../discussions/lines/line-comments-store.ts';
import { prepareNotes } from '../../discussions/threads/reach-note.ts';
import { Signal } from '../../lib/signal.ts';
import { NO_SLOTS } from './slots.ts';

const viewer = { name: 'text', collapsed: false, error: null, error_message: null } as const;
const file = { index: 0, file_hash: 'abc', viewer } as PageDiffFile;

// What draws threads is large, and nothing of it is drawn here.
vi.mock('./lines/line-comments-feed.ts', () => ({ LineDiscussions: { preload: async () => undefined } }));

/** A card whose lines are on their way, and what lets them arrive. */
function card() {
  document.body.innerHTML =
    '<section id="diff-content-abc"><div data-diff tabindex="0">lines</div></section><button>Menu</button>';
  Element.prototype.scrollIntoView = () => undefined;
  let arrive: (() => void) | undefined;
  const store = new DiffFileStore(1, async () => {
    await new Promise<void>((done) => {
      arrive = done;
    });
    return { diff_files: [file], pagination: { total_pages: 1 } };
  });
  const brought = bringIntoView(
    { fileHash: 'abc', focus: true },
    {
      store,
      views: new FileViews(),
      files: [file as DiffFileSummary],
      revealed: new Signal(-1),
      params: { w: 0, view: 'inline' },
      comments: NO_COMMENTS,
      loadFolded: async () => undefined,
      slots: NO_SLOTS,
    },
  );
  const untilAsked = () => waitFor(() => expect(arrive).toBeDefined());
  return { brought, untilAsked, arrive: () => arrive?.() };
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('the lines that were asked for get the keyboard once they are there', async () => {
  const { brought, untilAsked, arrive } = card();
  await untilAsked();
  expect(document.activeElement).toBe(document.body);
  arrive();
  expect(await brought).toBe(true);
  expect(document.activeElement).toBe(document.querySelector('[data-diff]'));
});

test('a reader who presses something else in the meantime keeps it', async () => {
  const { brought, untilAsked, arrive } = card();
  await untilAsked();
  const menu = document.querySelector('button');
  if (menu) fireEvent.pointerDown(menu);
  menu?.focus();
  arrive();
  expect(await brought).toBe(true);
  expect(document.activeElement).toBe(menu);
});

/** A drawing whose image may come late, and a note that is gone to in it. */
function drawing(onItsWay: () => Promise<void> | null) {
  document.body.innerHTML = '<section id="diff-content-abc"></section>';
  Element.prototype.scrollIntoView = () => undefined;
  const drawn = {
    ...file,
    alternate_viewer: { name: 'text', collapsed: false },
    next_line: null,
    highlighted_diff_lines: [],
    moves: [],
    diff_refs: { base_sha: 'base', head_sha: 'head', start_sha: 'base' },
  } as PageDiffFile;
  const views = new FileViews();
  const shown: boolean[] = [];
  views.subscribe('abc', () => {
    const { isSource } = views.get('abc');
    if (isSource !== (shown.at(-1) ?? false)) shown.push(isSource);
  });
  const brought = bringIntoView(
    { fileHash: 'abc', elementId: 'note_7', focus: true },
    {
      store: new DiffFileStore(1, async () => ({ diff_files: [drawn], pagination: { total_pages: 1 } })),
      views,
      files: [drawn as DiffFileSummary],
      revealed: new Signal(-1),
      params: { w: 0, view: 'inline' },
      comments: NO_COMMENTS,
      loadFolded: async () => undefined,
      slots: { ...NO_SLOTS, fileBodies: [{ isFor: () => true, Body: () => null, onItsWay }] },
    },
  );
  return { brought, views, shown };
}

test('what shows images is waited for before the lines of a drawing are tried', async () => {
  const arrival = async () => {
    await new Promise((done) => setTimeout(done, 900));
    document.getElementById('diff-content-abc')?.insertAdjacentHTML('beforeend', '<p id="note_7">Here</p>');
  };
  const { brought, shown } = drawing(arrival);
  expect(await brought).toBe(true);
  expect(shown).toEqual([]);
});

test('a drawing is shown as it was when what is looked for is in neither its image nor its lines', async () => {
  const { brought, views, shown } = drawing(() => null);
  expect(await brought).toBe(false);
  expect(shown).toEqual([true, false]);
  expect(views.get('abc').isSource).toBe(false);
});

test('a note in the folded middle of a long thread is shown', async () => {
  const end = prepareNotes((noteId) =>
    document.getElementById('diff-content-abc')?.insertAdjacentHTML('beforeend', `<p id="note_${noteId}">Here</p>`),
  );
  const { brought, shown } = drawing(() => null);
  expect(await brought).toBe(true);
  expect(shown).toEqual([]);
  end();
});

/** The only line of a file that is shown is its 10th; a note was written on the 30th, and lines come late or not at all. */
function hiddenLine(elementId: string, lateMs: number | null, change: Partial<PageDiffFile> = {}) {
  document.body.innerHTML = '<section id="diff-content-abc"></section>';
  Element.prototype.scrollIntoView = () => undefined;
  const refs = { base_sha: 'base', head_sha: 'head', start_sha: 'base' };
  const line = (number: number): PageDiffLine => ({
    line_code: `abc_${number}_${number}`,
    type: null,
    old_line: number,
    new_line: number,
    text: '',
    rich_text: '',
    meta_data: null,
  });
  const gap = { ...line(0), line_code: null, type: 'match', old_line: null, new_line: null } as PageDiffLine;
  const partial = {
    ...file,
    alternate_viewer: null,
    next_line: null,
    highlighted_diff_lines: [line(10), gap],
    moves: [] as PageDiffFile['moves'],
    diff_refs: refs,
    context_lines_path: '/lines',
    new_lines_count: 100,
    ...change,
  } as PageDiffFile;
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://here').searchParams;
    if (lateMs === null) throw new TypeError('Failed to fetch');
    await new Promise((done) => setTimeout(done, lateMs));
    const isWhole = query.has('full');
    if (isWhole && change.shown_in_parts) return new Response(null, { status: 413 });
    const [since, to] = [Number(query.get('since')), isWhole ? 100 : Number(query.get('to'))];
    const lines = Array.from({ length: to - since + 1 }, (_, at) => line(since + at));
    const rest = { ...gap, meta_data: { old_pos: to + 1, new_pos: to + 1, lines_left: 9_000 - to } };
    return Response.json(query.get('unfold') === 'true' ? [...lines, rest] : lines);
  });
  const comments = new LineCommentsStore(true);
  const loadFolded = vi.fn<() => Promise<void>>(async () => undefined);
  const position = { position_type: 'text', old_line: 30, new_line: 30, head_sha: 'head', base_sha: 'base' };
  comments.setThreads([
    {
      diff_discussion: true,
      active: true,
      line_code: 'abc_30_30',
      line_codes: ['abc_30_30'],
      position,
      original_position: position,
      notes: [{ id: '7' }],
    } as Partial<PageDiscussion> as PageDiscussion,
  ]);
  const views = new FileViews();
  views.subscribe('abc', () => {
    const { opened, renamed } = views.get('abc');
    if (partial.viewer.name === 'renamed' && renamed !== 'success') return;
    for (const { newLine } of opened?.rows ?? []) {
      if (newLine !== 30 && newLine !== 7000) continue;
      const drawn = `<p id="abc_${newLine}_${newLine}"></p>${newLine === 30 ? '<p id="note_7"></p>' : ''}`;
      document.getElementById('diff-content-abc')?.insertAdjacentHTML('beforeend', drawn);
    }
  });
  const brought = bringIntoView(
    { fileHash: 'abc', elementId, focus: true },
    {
      store: new DiffFileStore(1, async () => ({ diff_files: [partial], pagination: { total_pages: 1 } })),
      views,
      files: [partial as DiffFileSummary],
      revealed: new Signal(-1),
      params: { w: 0, view: 'inline' },
      comments,
      loadFolded,
      slots: NO_SLOTS,
    },
  );
  return { brought, views, loadFolded };
}

test('a note on a hidden line is waited for, however long its line takes', async () => {
  expect(await hiddenLine('note_7', 1200).brought).toBe(true);
  expect(document.activeElement?.id).toBe('note_7');
});

test('who presses something while a hidden line is on its way is left where they are', async () => {
  const { brought, views } = hiddenLine('note_7', 1200);
  await new Promise((done) => setTimeout(done, 900));
  fireEvent.pointerDown(document.body);
  expect(await brought).toBe(true);
  expect(views.get('abc').opened).not.toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test('a note that is on no line of the file is given up', async () => {
  const { brought, views } = hiddenLine('note_8', 0);
  expect(await brought).toBe(false);
  expect(views.get('abc')).toMatchObject({ opened: null, problem: null });
});

test('around a hidden line of a file that is too large to be shown whole some lines are opened', async () => {
  const { brought, views } = hiddenLine('abc_30_30', 0, { shown_in_parts: true });
  expect(await brought).toBe(true);
  expect(document.activeElement?.id).toBe('abc_30_30');
  expect(views.get('abc').full).toBe('changes');
});

test('that hidden lines could not be had is told in the file', async () => {
  const { brought, views } = hiddenLine('abc_30_30', null, { shown_in_parts: true });
  expect(await brought).toBe(false);
  expect(views.get('abc').problem).toBe('Hidden lines could not be loaded. Try again.');
});

const RENAMED = {
  collapsed: true,
  collapse_reason: 'pure_rename',
  viewer: { ...viewer, name: 'renamed', collapsed: true },
  highlighted_diff_lines: [],
} satisfies Partial<PageDiffFile>;

test('the lines of a file that was only renamed are shown for one of them', async () => {
  const { brought, views, loadFolded } = hiddenLine('abc_30_30', 0, RENAMED);
  expect(await brought).toBe(true);
  expect(document.activeElement?.id).toBe('abc_30_30');
  expect(views.get('abc').opened?.rows).toHaveLength(100);
  // There are no changes to ask for, and other lines would put away those that are shown.
  expect(loadFolded).not.toHaveBeenCalled();
});

test('they are shown for a note on one of them, and not for one that is on none', async () => {
  const { brought } = hiddenLine('note_7', 0, RENAMED);
  expect(await brought).toBe(true);
  expect(document.activeElement?.id).toBe('note_7');
  const other = hiddenLine('note_8', 0, RENAMED);
  expect(await other.brought).toBe(false);
  expect(other.views.get('abc')).toMatchObject({ renamed: 'idle', opened: null });
});

test('of a large one the first lines are shown, and those around the one that is named', async () => {
  const large = { ...RENAMED, shown_in_parts: true, new_lines_count: 9000 } as const;
  const { brought, views } = hiddenLine('abc_7000_7000', 0, large);
  expect(await brought).toBe(true);
  expect(document.activeElement?.id).toBe('abc_7000_7000');
  const rows = views.get('abc').opened?.rows.map(({ kind, newLine }) => (kind === 'match' ? 'gap' : newLine)) ?? [];
  expect(rows.slice(0, 2)).toEqual([1, 2]);
  expect(rows.slice(4_999)).toEqual([5_000, 'gap', 6997, 6998, 6999, 7000, 7001, 7002, 7003, 'gap']);
});

test('that its lines could not be had is told where they would be', async () => {
  const { brought, views } = hiddenLine('abc_30_30', null, RENAMED);
  expect(await brought).toBe(false);
  expect(views.get('abc')).toMatchObject({ renamed: 'errored', opened: null });
});
