export type Side = 'old' | 'new';

/** The side of two that this is on; null where there are no two. */
export function sideOf(node: Node | null): Side | null {
  const place = node instanceof Element ? node : node?.parentElement;
  const cell = place?.closest<HTMLTableCellElement>('.dtable-parallel > tbody > tr > td');
  if (!cell) return null;
  // A side that has no line here has two cells all the same.
  return cell.cellIndex < 2 ? 'old' : 'new';
}

/** From now on only lines of this side can be chosen, so that a selection goes down it and not across. */
function chooseFrom(side: Side | null): void {
  const { dataset } = document.documentElement;
  if (side === null) delete dataset['selecting'];
  else if (dataset['selecting'] !== side) dataset['selecting'] = side;
}

/** Keys that carry an end of a selection on; the page itself has no such keys. */
const STEPS = /^(Arrow|Page|Home|End)/;

document.addEventListener(
  'pointerdown',
  ({ target, button, shiftKey }) => {
    // The menu of the other button is for what is chosen, and Shift carries on from where it was begun.
    if (button !== 0 || shiftKey || !(target instanceof Element) || target.closest('button, a')) return;
    chooseFrom(sideOf(target));
  },
  { capture: true },
);

document.addEventListener(
  'keydown',
  ({ key, shiftKey, ctrlKey, metaKey }) => {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') chooseFrom(null);
    else if (shiftKey && STEPS.test(key)) chooseFrom(sideOf(document.getSelection()?.anchorNode ?? null));
  },
  { capture: true },
);
