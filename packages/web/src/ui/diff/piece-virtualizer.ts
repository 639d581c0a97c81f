import { afterPaint } from '../../lib/after-paint.ts';
import { writeHtml } from '../trusted-html.tsx';
import { preserveSelection } from './preserve-selection.ts';
import type { DiffRow } from './diff-row.ts';
import { hasRow, type PieceOf, rowsForm, textForm } from './piece-forms.ts';

/** Lines that are drawn as rows; those that were in sight longest ago become text beyond it. */
const MOST_LINES = 3_000;
/** Lines that come as rows at once, in one frame: more than any screen has. The others wait until they come near. */
const MOST_NEW_LINES = 300;
/** What drawing may take of a frame. */
const FRAME_MS = 10;

/** How long what is out of sight may stay at least. */
const TIDY_MS = 500;

/** Told by a piece, and heard above it, when its rows are there. */
export const ROWS_DRAWN = 'rowsdrawn';

type State = { of: PieceOf; lines: number; isDrawn: boolean };

/** Whether the browser says what comes near. Where it does not, all is drawn. */
const saysWhatIsNear = () => 'ContentVisibilityAutoStateChangeEvent' in window;

/** Keys that open the browser's own find: the rows that it marks must not come in place of others later. */
function opensFind({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'F3' || ((ctrlKey || metaKey) && ['f', 'g'].includes(key.toLowerCase()));
}

function isChosen(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(element);
}

/** What must stay as it is: what the keyboard or a selection is in, and lines that are pointed at. */
function isHeld(element: HTMLElement): boolean {
  return element.contains(document.activeElement) || isChosen(element) || element.querySelector('.dr-current') !== null;
}

/**
 * Decides which pieces of all diffs of the page are rows and which are text. A line is 22 nodes as a row, and nodes far
 * away cost memory and time of whatever happens elsewhere in the page. The browser says which pieces come near
 * (`content-visibility`); they are drawn then, about a screen before they are seen.
 */
class PieceVirtualizer {
  /** Those drawn come in the order in which they were in sight. */
  readonly #pieces = new Map<HTMLElement, State>();
  readonly #near = new Set<HTMLElement>();
  readonly #wanted = new Set<HTMLElement>();
  #drawnLines = 0;
  #newLines = 0;
  #isWhole = false;
  #isListening = false;
  #isDrawing = false;
  #isTidying = false;
  /** For pieces whose ends change; comes with what stands between lines. */
  reshape: ((element: HTMLElement, before: PieceOf, now: PieceOf) => boolean) | undefined;

  /** Tells how much room a piece needs; comes when the first ones are there. */
  reserveHeight: ((element: HTMLElement, of: PieceOf) => void) | undefined;

  *pieces(): Generator<[HTMLElement, PieceOf]> {
    for (const [element, { of }] of this.#pieces) yield [element, of];
  }

  /** Writes a piece, or writes it again. */
  put(element: HTMLElement, of: PieceOf): void {
    this.#listen();
    const before = this.#pieces.get(element);
    const lines = of.to - of.from;
    const wasDrawn = before?.isDrawn;
    // Lines that come to a text may have been in sight.
    const isDrawn = wasDrawn || (lines > (before?.lines ?? 0) && this.#comesAsRows(lines));
    this.#drawnLines += (isDrawn ? lines : 0) - (wasDrawn ? before.lines : 0);
    this.#pieces.set(element, { of, lines, isDrawn });
    const write = () => writeHtml(element, isDrawn ? rowsForm(of) : textForm(of));
    if (!before) write();
    else if (!wasDrawn || !this.reshape?.(element, before.of, of)) preserveSelection(element, write);
    this.reserveHeight?.(element, of);
    this.#tidySoon();
  }

  take(element: HTMLElement): void {
    const state = this.#pieces.get(element);
    if (state?.isDrawn) this.#drawnLines -= state.lines;
    for (const set of [this.#pieces, this.#near, this.#wanted]) set.delete(element);
    if (this.#pieces.size === 0) this.#isWhole = false;
  }

  /** Draws the rows of the piece that has such a line; false when none has. */
  drawWhere(isMeant: (row: DiffRow, index: number) => boolean, within: Element = document.body): boolean {
    for (const [element, { of, isDrawn }] of this.#pieces) {
      if (isDrawn || !within.contains(element) || !hasRow(of, isMeant)) continue;
      this.#draw(element);
      return true;
    }
    return false;
  }

  /** Draws everything, and leaves it so as long as these diffs are there. */
  drawAll(): void {
    this.#isWhole = true;
    this.#wantWhere(() => true);
  }

  #wantWhere(isMeant: (element: HTMLElement) => boolean): void {
    for (const [element, { isDrawn }] of this.#pieces) if (!isDrawn && isMeant(element)) this.#wanted.add(element);
    this.#drawSoon();
  }

  #comesAsRows(lines: number): boolean {
    if (this.#isWhole || !saysWhatIsNear()) return true;
    if (this.#newLines >= MOST_NEW_LINES) return false;
    if (this.#newLines === 0) requestAnimationFrame(() => (this.#newLines = 0));
    this.#newLines += lines;
    return true;
  }

  #draw(element: HTMLElement): void {
    this.#wanted.delete(element);
    const state = this.#pieces.get(element);
    if (!state || state.isDrawn) return;
    // Those seen last stand last.
    this.#pieces.delete(element);
    this.#pieces.set(element, { ...state, isDrawn: true });
    this.#drawnLines += state.lines;
    preserveSelection(element, () => writeHtml(element, rowsForm(state.of)));
    element.dispatchEvent(new Event(ROWS_DRAWN, { bubbles: true }));
    this.#tidySoon();
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    void afterPaint()
      .then(() => import('./copy-chosen.ts'))
      .catch(() => undefined);
    document.addEventListener('contentvisibilityautostatechange', (event) => {
      if (event.target instanceof HTMLElement) this.#seen(event.target, !(event as { skipped?: boolean }).skipped);
    });
    document.addEventListener('focusin', ({ target }) => {
      const piece = target instanceof Element ? target.closest<HTMLElement>('.dchunk') : null;
      if (piece) this.#draw(piece);
    });
    // What is chosen is near without that it is said.
    document.addEventListener('selectionchange', () => {
      if (document.getSelection()?.isCollapsed === false) this.#wantWhere(isChosen);
    });
    document.addEventListener('keydown', (event) => opensFind(event) && this.drawAll(), { capture: true });
    window.addEventListener('beforeprint', () => {
      for (const element of this.#pieces.keys()) this.#draw(element);
    });
  }

  #seen(element: HTMLElement, isNear: boolean): void {
    const state = this.#pieces.get(element);
    if (!state) return;
    if (!isNear) {
      this.#near.delete(element);
      return this.#tidySoon();
    }
    this.#near.add(element);
    if (state.isDrawn) {
      this.#pieces.delete(element);
      this.#pieces.set(element, state);
      return;
    }
    // Someone looks for words in a window that has no keyboard: the browser's find, opened by its menu.
    if (!document.hasFocus()) return this.drawAll();
    this.#wanted.add(element);
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (this.#isDrawing || this.#wanted.size === 0) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#drawWanted();
    });
  }

  /** In the order of their distance where they are too many for one frame. */
  #drawWanted(): void {
    const until = performance.now() + FRAME_MS;
    const middle = window.innerHeight / 2;
    const wanted = [...this.#wanted];
    if (wanted.length > 10) {
      const away = new Map(wanted.map((each) => [each, Math.abs(each.getBoundingClientRect().top - middle)]));
      wanted.sort((one, other) => (away.get(one) ?? 0) - (away.get(other) ?? 0));
    }
    for (const element of wanted) {
      if (performance.now() > until) return this.#drawSoon();
      this.#draw(element);
    }
  }

  #isTooMuch(): boolean {
    return this.#drawnLines > MOST_LINES && !this.#isWhole && saysWhatIsNear();
  }

  #tidySoon(): void {
    if (this.#isTidying || !this.#isTooMuch()) return;
    this.#isTidying = true;
    setTimeout(() => {
      this.#isTidying = false;
      this.#tidy();
    }, TIDY_MS);
  }

  /** What was in sight longest ago becomes text. */
  #tidy(): void {
    const until = performance.now() + FRAME_MS;
    for (const [element, state] of this.#pieces) {
      if (!this.#isTooMuch()) return;
      if (performance.now() > until) return this.#tidySoon();
      if (!state.isDrawn || this.#near.has(element) || isHeld(element)) continue;
      this.#pieces.set(element, { ...state, isDrawn: false });
      this.#drawnLines -= state.lines;
      writeHtml(element, textForm(state.of));
    }
  }
}

export const pieceVirtualizer = new PieceVirtualizer();

/** The element of a line by its line code, drawn if need be. */
export function lineElement(id: string): HTMLElement | null {
  const find = () => document.getElementById(id);
  return find() ?? (pieceVirtualizer.drawWhere(({ lineCode }) => lineCode === id) ? find() : null);
}

/** The row of a diff by its index, drawn if need be. */
export function rowElement(diff: Element | null, index: number): HTMLElement | null {
  const find = () => diff?.querySelector<HTMLElement>(`tr.dr[data-i="${index}"]`) ?? null;
  return find() ?? (diff && pieceVirtualizer.drawWhere((_row, at) => at === index, diff) ? find() : null);
}
