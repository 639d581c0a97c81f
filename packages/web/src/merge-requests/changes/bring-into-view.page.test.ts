import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bringIntoView } from './bring-into-view.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { prepareNotes } from '../../discussions/threads/reach-note.ts';
import { Signal } from '../../lib/signal.ts';
import { NO_SLOTS } from './slots.ts';

const file = { index: 0, file_hash: 'abc' } as PageDiffFile;

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
      loadFolded: async () => undefined,
      slots: NO_SLOTS,
    },
  );
  const untilAsked = () => waitFor(() => expect(arrive).toBeDefined());
  return { brought, untilAsked, arrive: () => arrive?.() };
}

afterEach(() => {
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

/** A drawing whose picture may come late, and a note that is gone to in it. */
function drawing(onItsWay: () => Promise<void> | null) {
  document.body.innerHTML = '<section id="diff-content-abc"></section>';
  Element.prototype.scrollIntoView = () => undefined;
  const drawn = {
    ...file,
    alternate_viewer: { name: 'text', collapsed: false },
    next_line: null,
    highlighted_diff_lines: [],
    moves: [],
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
      loadFolded: async () => undefined,
      slots: { ...NO_SLOTS, fileBodies: [{ isFor: () => true, Body: () => null, onItsWay }] },
    },
  );
  return { brought, views, shown };
}

test('what shows pictures is waited for before the lines of a drawing are tried', async () => {
  const arrival = async () => {
    await new Promise((done) => setTimeout(done, 900));
    document.getElementById('diff-content-abc')?.insertAdjacentHTML('beforeend', '<p id="note_7">Here</p>');
  };
  const { brought, shown } = drawing(arrival);
  expect(await brought).toBe(true);
  expect(shown).toEqual([]);
});

test('a drawing is shown as it was when what is looked for is in neither its picture nor its lines', async () => {
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
