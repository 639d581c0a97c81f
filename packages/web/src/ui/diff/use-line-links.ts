import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { type DiffRow, lineLabel } from './diff-row.ts';
import { rowAt } from './row-pointer.ts';
import { selectedRange, type SelectedLines } from './use-selected-lines.ts';

export type LineLinks = {
  rows: readonly DiffRow[];
  selected: SelectedLines | null;
  /** A number was pressed, or with Shift a second one: the line codes of the first and the last line. */
  onLink: ((lines: SelectedLines) => void) | undefined;
  addressOf: ((hash: string) => string) | undefined;
  /** Makes a line the current one, where it is. */
  stand: (index: number) => void;
};

/** The cell with a number that something happened in; buttons in the gutter have their own meaning. */
function numberAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest('button')) return null;
  return target.closest<HTMLElement>('td.dn[data-n]');
}

function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey;
}

const linkTo = (hash: string) => `#${hash}`;

/**
 * The number of a line is a link to it. One link goes with the pointer from number to number, so that it can be copied and
 * opened elsewhere: of its own each number would need one, and a diff has thousands. A press names the line, a press with
 * Shift all from the one named before.
 */
export function useLineLinks(container: RefObject<HTMLElement | null>, of: LineLinks) {
  const { rows, selected, onLink, addressOf = linkTo, stand } = of;
  const link = useRef<HTMLAnchorElement | null>(null);
  const begun = useRef<string | null>(null);

  const onPointerOver = ({ target }: PointerEvent): void => {
    const cell = onLink ? numberAt(target) : null;
    const row = rows[rowAt(cell)?.index ?? -1];
    if (!cell || row?.lineCode == null || cell.contains(link.current)) return;
    const made = (link.current ??= document.createElement('a'));
    made.className = 'dl';
    made.tabIndex = -1;
    made.draggable = false;
    made.href = addressOf(row.lineCode);
    made.setAttribute('aria-label', `Link to ${lineLabel(row)}`);
    cell.append(made);
  };

  /** The link wanders: the keyboard stays with the lines. */
  const onMouseDown = (event: MouseEvent): void => {
    if (link.current && event.target === link.current && event.button === 0) event.preventDefault();
  };

  /** Whether the press was for a number. */
  const onPress = (event: MouseEvent): boolean => {
    const at = onLink && numberAt(event.target) ? rowAt(event.target) : null;
    const lineCode = rows[at?.index ?? -1]?.lineCode ?? null;
    if (!onLink || !at || lineCode === null || isForBrowser(event)) return false;
    event.preventDefault();
    const first = event.shiftKey ? (begun.current ?? selected?.from ?? lineCode) : lineCode;
    const range = selectedRange(rows, { from: first, to: lineCode });
    begun.current = range ? first : lineCode;
    stand(at.index);
    container.current?.focus({ preventScroll: true });
    const [from, to] = range ?? [at.index, at.index];
    onLink({ from: rows[from]?.lineCode ?? lineCode, to: rows[to]?.lineCode ?? lineCode });
    return true;
  };

  return { onPointerOver, onMouseDown, onPress };
}
