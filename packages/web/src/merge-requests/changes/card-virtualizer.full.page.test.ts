import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Signal } from '../../lib/signal.ts';
import type { CardGroup, CardVirtualizer } from './card-virtualizer.tsx';
import type { Changes } from './changes-context.ts';
import type { CardGroupPlaceholder } from './card-group-placeholder.tsx';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';

/** Two of these are more than is kept drawn. */
const LINES = 4_500;

function fileOf(index: number): PageDiffFile {
  const file: Partial<PageDiffFile> = { index, file_hash: `f${index}`, added_lines: LINES, removed_lines: 0 };
  return file as PageDiffFile;
}

let keeper: CardVirtualizer;
let tell: (element: Element, isNear: boolean) => void;
let asked: number[];

/** Changes of so many files that are all there, and a group for each of them. */
async function groups(count: number) {
  const files: DiffFileSummary[] = Array.from({ length: count }, (_, index) => fileOf(index));
  const store = new DiffFileStore(count, async ({ 0: start = 0, length: size }) => {
    const found = files.slice(start, start + size) as PageDiffFile[];
    asked.push(...found.map(({ index }) => index));
    return { diff_files: found, pagination: { total_pages: 1 } };
  });
  store.setPageSize(1);
  for (const { index } of files) await store.settled(index);
  asked = [];
  const [views, revealed] = [new FileViews(), new Signal(-1)];
  const parts: Partial<Changes> = { store, views, files, revealed, loadFolded: async () => undefined };
  const changes = parts as Changes;
  const shown = new Map<number, CardGroupPlaceholder | null>();
  const made = files.map((file, at) => {
    const element = document.createElement('div');
    element.innerHTML = `<section id="diff-content-f${at}" data-file-card><h2><a href="#">f${at}</a></h2></section>`;
    document.body.append(element);
    const show = (far: CardGroupPlaceholder | null) => void shown.set(at, far);
    const group: CardGroup = { files: [file], changes, show };
    keeper.put(element, group);
    return { element, group };
  });
  return { made, shown, store, views, revealed };
}

/** Until all is put away that has to be. */
const rest = () => vi.advanceTimersByTimeAsync(5_000);

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(look: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        tell = (target, isIntersecting) => look([{ target, isIntersecting }]);
      }
      observe = () => undefined;
      unobserve = () => undefined;
    },
  );
  document.hasFocus = () => true;
  keeper = new (await import('./card-virtualizer.tsx')).CardVirtualizer();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('what was near longest ago is put away beyond what is kept, and gives its lines back', async () => {
  const { made, shown, store } = await groups(3);
  for (const { element } of made) tell(element, true);
  tell(made[1]?.element as Element, false);
  await rest();
  expect([...shown.keys()]).toEqual([1]);
  expect(shown.get(1)?.style).toBeDefined();
  expect([0, 1, 2].map((index) => store.get(index).state)).toEqual(['loaded', 'idle', 'loaded']);
});

test('where all is near nothing is put away', async () => {
  const { made, shown } = await groups(3);
  for (const { element } of made) tell(element, true);
  await rest();
  expect(shown.size).toBe(0);
});

test('where there is room nothing is put away', async () => {
  const { made, shown } = await groups(1);
  tell(made[0]?.element as Element, false);
  await rest();
  expect([...shown.values()].filter((far) => far?.style)).toEqual([]);
});

test('a form, the keyboard, a menu, what is chosen and what the address names are not put away', async () => {
  const { made, shown } = await groups(6);
  const place = (at: number) => made[at]?.element.querySelector('section') as HTMLElement;
  place(0).innerHTML = '<textarea></textarea>';
  place(1).innerHTML = '<button>Here</button>';
  place(1).querySelector('button')?.focus();
  place(2).innerHTML = '<button aria-haspopup="menu" aria-expanded="true">Menu</button>';
  place(3).innerHTML = 'chosen';
  document.getSelection()?.selectAllChildren(place(3));
  place(4).innerHTML = '<p id="note_7">A note</p>';
  window.location.hash = '#note_7';
  await rest();
  expect([...shown.keys()]).toEqual([5]);
  window.location.hash = '';
});

test('what comes near again is drawn once its lines are there', async () => {
  const { made, shown } = await groups(3);
  await rest();
  expect(shown.get(0)?.cards).toBeDefined();
  tell(made[0]?.element as Element, true);
  expect(shown.get(0)?.cards).toBeDefined();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toContain(0);
  expect(shown.get(0)).toBe(null);
});

test('who goes to a file finds it drawn', async () => {
  const { shown, revealed } = await groups(3);
  await rest();
  const gone = [...shown.keys()][0] ?? -1;
  await keeper.reach(`f${gone}`);
  expect(shown.get(gone)).toBe(null);
  await rest();
  const other = [...shown].find(([, far]) => far !== null)?.[0] ?? -1;
  revealed.set(other);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.get(other)).toBe(null);
});

test('lines that its reader asked for stay', async () => {
  const { views, store, shown } = await groups(3);
  for (const at of [0, 1, 2]) views.patch(`f${at}`, { isLonger: true });
  await rest();
  expect(shown.size).toBeGreaterThan(0);
  expect([0, 1, 2].map((index) => store.get(index).state)).toEqual(['loaded', 'loaded', 'loaded']);
});

test('while the browser looks for words, nothing comes in the place of what it marks', async () => {
  const { made, shown } = await groups(3);
  await rest();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }));
  tell(made[0]?.element as Element, true);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.get(0)?.cards).toBeDefined();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.get(0)).toBe(null);
});

test('folded with all others it takes the room of what is folded', async () => {
  const { views, shown } = await groups(3);
  await rest();
  views.foldAll('fold');
  expect(shown.get(0)?.style?.height).toBe(36 + 2 + 64 + 16);
  expect(shown.get(0)?.cards).toBeUndefined();
});

test('opened with all others it takes the room of its lines, also where it was folded at first', async () => {
  const { made, views, shown } = await groups(3);
  for (const file of made[0]?.group.files ?? []) file.folded = true;
  views.foldAll('fold');
  await rest();
  views.foldAll('open');
  expect(Number(shown.get(0)?.style?.height)).toBeGreaterThan(36 + 2 + 64 + 16);
});

test('what is not near is shown another way when there is time, and at once when someone comes near', async () => {
  const { made, shown } = await groups(2);
  const [near, away] = made;
  if (!near || !away) throw new Error('There are no groups.');
  tell(near.element, true);
  tell(away.element, true);
  tell(away.element, false);
  const asItWas = shown.get(1);
  expect(asItWas?.cards).toBeDefined();
  const parallel = { ...near.group.changes, params: { w: 0, view: 'parallel' } } as Changes;
  for (const { element, group } of made) keeper.put(element, { ...group, changes: parallel });
  expect(shown.has(0)).toBe(false);
  expect(shown.get(1)).toBe(asItWas);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.get(1)).not.toBe(asItWas);
  expect(shown.get(1)).not.toBe(null);
  tell(away.element, true);
  expect(shown.get(1)).toBe(null);
});
