import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bringIntoView } from './bring-into-view.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { Signal } from './model/signal.ts';

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
