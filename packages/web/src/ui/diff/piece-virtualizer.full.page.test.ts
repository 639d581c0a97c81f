import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNK_ROWS, NO_GUTTER_BUTTONS, type GutterButtons } from './chunk-html.ts';
import { type DiffRow, type DiffView, pairRows } from './diff-row.ts';
import { type PieceOf, rowsForm, textForm } from './piece-forms.ts';
import type * as Keeper from './piece-virtualizer.ts';
import { reshapePiece } from './reshape-piece.ts';

const row = (at: number, more: Partial<DiffRow> = {}): DiffRow => ({
  kind: 'added',
  oldLine: null,
  newLine: at,
  html: `<span class="k">const</span> value${at} = &lt;b&gt;;`,
  lineCode: `f_0_${at}`,
  ...more,
});

function pieceOf(
  rows: readonly DiffRow[],
  { view = 'inline', marks = NO_GUTTER_BUTTONS }: { view?: DiffView; marks?: GutterButtons } = {},
): PieceOf {
  const pairs = view === 'parallel' ? pairRows(rows) : [];
  return { rows, pairs, view, canExpand: true, marks, from: 0, to: view === 'parallel' ? pairs.length : rows.length };
}

const elementOf = (html: string) => {
  const place = document.createElement('div');
  place.innerHTML = html;
  return place;
};
const textsOf = (html: string) => elementOf(html).querySelector('.df')?.firstChild?.textContent;

describe('a piece as one text', () => {
  test('has the lines as they are read, and no tag of theirs', () => {
    const rows = [row(1), row(2, { isHidden: true }), row(3, { html: 'a &lt; b' })];
    expect(textsOf(textForm(pieceOf(rows)))).toBe('const value1 = <b>;\na < b');
    expect(elementOf(textForm(pieceOf(rows))).querySelectorAll('*')).toHaveLength(1);
  });

  test('has both sides of a pair, and what is on both of them once', () => {
    const rows = [
      row(1, { kind: 'context', oldLine: 1, html: 'same' }),
      row(2, { kind: 'removed', oldLine: 2, newLine: null, html: 'old' }),
      row(2, { html: 'new' }),
      row(3, { html: 'more' }),
    ];
    expect(textsOf(textForm(pieceOf(rows, { view: 'parallel' })))).toBe('same\nold\tnew\nmore');
  });

  test('keeps what the Tab key goes to, in its order', () => {
    const rows = [
      row(1, { kind: 'match', html: '@@', lineCode: null }),
      row(40, { remark: { text: 'moved', href: '#x' } }),
      row(41),
    ];
    const piece = pieceOf(rows, { marks: new Map([[2, [{ key: 'thread 1', words: 'Ann: hi' }]]]) });
    const controls = (html: string) => [...elementOf(html).querySelectorAll('button, a')].map((each) => each.outerHTML);
    expect(controls(textForm(piece)).length).toBeGreaterThan(2);
    expect(controls(textForm(piece))).toEqual(controls(rowsForm(piece)));
  });
});

describe('the keeper of pieces', () => {
  const frames: (() => void)[] = [];
  const nextFrame = () => {
    for (const run of frames.splice(0)) run();
  };
  const comesNear = (element: Element, isNear: boolean) => {
    const event = new Event('contentvisibilityautostatechange', { bubbles: true });
    element.dispatchEvent(Object.assign(event, { skipped: !isNear }));
  };
  const isRows = (element: Element) => element.querySelector('tr.dr') !== null;
  let keeper: typeof Keeper;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    vi.stubGlobal('ContentVisibilityAutoStateChangeEvent', Event);
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    vi.resetModules();
    keeper = await import('./piece-virtualizer.ts');
  });
  afterEach(() => {
    frames.length = 0;
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    document.body.replaceChildren();
  });

  /** That many pieces of a long diff, put there at the same moment. */
  function putPieces(count: number): HTMLElement[] {
    const rows = Array.from({ length: count * CHUNK_ROWS }, (_, at) => row(at + 1));
    return Array.from({ length: count }, (_, at) => {
      const element = document.createElement('div');
      element.className = 'dchunk';
      document.body.append(element);
      const [from, to] = [at * CHUNK_ROWS, (at + 1) * CHUNK_ROWS];
      keeper.pieceVirtualizer.put(element, { ...pieceOf(rows), from, to });
      return element;
    });
  }

  test('draws the first of what comes at once, and the others when they come near', () => {
    const pieces = putPieces(20);
    const first = pieces.filter(isRows);
    expect(first).toEqual(pieces.slice(0, first.length));
    expect(first.length).toBeGreaterThan(2);
    const far = pieces[15] as HTMLElement;
    expect(isRows(far)).toBe(false);
    const heard = vi.fn<() => void>();
    document.body.addEventListener(keeper.ROWS_DRAWN, heard, { once: true });
    comesNear(far, true);
    nextFrame();
    expect(isRows(far)).toBe(true);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(isRows(pieces[14] as HTMLElement)).toBe(false);
  });

  test('draws all where the browser does not say what is near', () => {
    vi.unstubAllGlobals();
    expect(putPieces(20).every(isRows)).toBe(true);
  });

  test('finds a line that is far away', () => {
    const pieces = putPieces(20);
    const id = `f_0_${15 * CHUNK_ROWS + 3}`;
    expect(document.getElementById(id)).toBeNull();
    expect(keeper.lineElement(id)?.closest('div')).toBe(pieces[15]);
    expect(keeper.lineElement('f_0_99999')).toBeNull();
    expect(keeper.rowElement(document.body, 16 * CHUNK_ROWS)?.id).toBe(`f_0_${16 * CHUNK_ROWS + 1}`);
  });

  test('puts away what was in sight longest ago, but nothing near, chosen, or with the keyboard', async () => {
    const pieces = putPieces(100);
    for (const piece of pieces) {
      comesNear(piece, true);
      nextFrame();
      while (!isRows(piece)) nextFrame();
      comesNear(piece, false);
    }
    comesNear(pieces[0] as HTMLElement, true);
    const held = pieces[2] as HTMLElement;
    held.querySelector('tr')?.setAttribute('tabindex', '-1');
    held.querySelector('tr')?.focus();
    const chosen = pieces[3]?.querySelector('.dt')?.lastChild as Text;
    document.getSelection()?.setBaseAndExtent(chosen, 1, chosen, 3);
    pieces[4]?.querySelector('tr')?.classList.add('dr-current');
    for (let turn = 0; turn < 50; turn++) await vi.advanceTimersByTimeAsync(500);
    const drawn = pieces.filter(isRows);
    expect(drawn.length).toBeLessThanOrEqual(60);
    expect(drawn.length).toBeGreaterThan(50);
    for (const at of [0, 2, 3, 4, 98, 99]) expect(drawn).toContain(pieces[at]);
    expect(drawn).not.toContain(pieces[1]);
    expect(document.activeElement?.closest('div')).toBe(held);
    expect(document.getSelection()?.toString()).toBe(chosen.data.slice(1, 3));
  });

  test('keeps a selection and the keyboard where they are when a text becomes rows', () => {
    const rows = Array.from({ length: 500 }, (_, at) => row(at + 1));
    const put = (from: number, marks: GutterButtons) => {
      const element = document.createElement('div');
      element.className = 'dchunk';
      document.body.append(element);
      keeper.pieceVirtualizer.put(element, { ...pieceOf(rows, { marks }), from, to: from + CHUNK_ROWS });
      return element;
    };
    for (let at = 0; at < 8; at++) put(at * CHUNK_ROWS, NO_GUTTER_BUTTONS);
    const far = put(8 * CHUNK_ROWS, new Map([[403, [{ key: 'thread 1', words: 'Ann: hi' }]]]));
    const text = far.querySelector('.df')?.firstChild as Text;
    const at = text.data.indexOf('value402');
    document.getSelection()?.setBaseAndExtent(text, at, text, text.data.indexOf('value403') + 5);
    far.querySelector<HTMLElement>('[data-mark]')?.focus();
    expect(isRows(far)).toBe(true);
    const { activeElement } = document;
    expect(activeElement?.closest('td')).not.toBeNull();
    const selection = document.getSelection();
    expect(selection?.anchorNode?.parentElement?.closest('tr')?.id).toBe('f_0_402');
    expect(selection?.focusNode?.parentElement?.closest('tr')?.id).toBe('f_0_403');
    expect(selection?.anchorNode?.textContent?.slice(selection.anchorOffset)).toMatch(/^value402/);
  });

  test('keeps the keyboard on a row that gets its colours', () => {
    const element = document.createElement('div');
    element.className = 'dchunk';
    document.body.append(element);
    const put = (more: Partial<DiffRow>) => keeper.pieceVirtualizer.put(element, pieceOf([row(1, more), row(2, more)]));
    put({ html: 'plain' });
    const held = element.querySelector<HTMLElement>('#f_0_2');
    held?.setAttribute('tabindex', '-1');
    held?.focus();
    expect(document.activeElement).toBe(held);
    put({});
    const now = element.querySelector('#f_0_2');
    expect(now?.textContent).toContain('const value2');
    expect(document.activeElement).toBe(now);
  });

  describe('where something comes between lines', () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 1, { isHidden: at === 3 }));
    const inDiff = () => {
      const diff = document.createElement('div');
      diff.dataset['diff'] = '';
      document.body.append(diff);
      const piece = pieceOf(rows);
      return (from: number, to: number, element = document.createElement('div')) => {
        if (!element.isConnected) diff.append(element);
        keeper.pieceVirtualizer.put(element, { ...piece, from, to });
        return element;
      };
    };
    const idsIn = (element: Element) => [...element.querySelectorAll('tr.dr')].map((each) => each.id);
    const idsOf = (from: number, to: number) =>
      rows.slice(from, to).flatMap((each) => (each.isHidden === true ? [] : [each.lineCode]));

    beforeEach(() => {
      keeper.pieceVirtualizer.reshape = reshapePiece;
    });

    test('lines that stay are the same, others go and come', () => {
      const put = inDiff();
      const element = put(0, 50);
      const kept = element.querySelector('#f_0_20');
      for (const [from, to] of [
        [10, 50],
        [2, 30],
        [0, 50],
        [4, 21],
        [0, 60],
      ] as const) {
        put(from, to, element);
        expect(idsIn(element)).toEqual(idsOf(from, to));
        expect(element.querySelector('#f_0_20')).toBe(kept);
      }
    });

    test('a piece that looks otherwise is written again', () => {
      const element = inDiff()(0, 50);
      const before = element.querySelector('tr');
      keeper.pieceVirtualizer.put(element, { ...pieceOf(rows, { view: 'parallel' }), from: 0, to: 20 });
      expect(element.querySelector('tr')).not.toBe(before);
      expect(element.querySelectorAll('tr.dr')).toHaveLength(19);
    });

    test('what is chosen stays chosen, in lines that stay and in those that come again in another piece', async () => {
      const put = inDiff();
      const element = put(0, 50);
      const textOf = (id: string) => document.querySelector(`#${id} .dt`)?.lastChild as Text;
      document.getSelection()?.setBaseAndExtent(textOf('f_0_9'), 3, textOf('f_0_30'), 5);
      put(12, 50, element);
      put(0, 12);
      await Promise.resolve();
      const selection = document.getSelection();
      expect(selection?.anchorNode).toBe(textOf('f_0_9'));
      expect(selection?.anchorOffset).toBe(3);
      expect(selection?.focusNode).toBe(textOf('f_0_30'));
      expect(selection?.focusOffset).toBe(5);
    });

    test('a text that gets more lines becomes rows', () => {
      const put = inDiff();
      const far = Array.from({ length: 8 }, () => put(0, 50)).at(-1) as HTMLDivElement;
      expect(isRows(far)).toBe(false);
      nextFrame();
      put(0, 50, far);
      expect(isRows(far)).toBe(false);
      put(0, 60, far);
      expect(isRows(far)).toBe(true);
    });
  });

  test.each([{ key: 'f', ctrlKey: true }, { key: 'g', metaKey: true }, { key: 'F3' }])('draws all for %o', (key) => {
    const pieces = putPieces(20);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }));
    for (let turn = 0; turn < 50; turn++) nextFrame();
    expect(pieces.every(isRows)).toBe(true);
  });

  test('draws all when something comes near while the window has no keyboard', () => {
    const pieces = putPieces(20);
    vi.mocked(document.hasFocus).mockReturnValue(false);
    comesNear(pieces[15] as HTMLElement, true);
    for (let turn = 0; turn < 50; turn++) nextFrame();
    expect(pieces.every(isRows)).toBe(true);
  });
});
