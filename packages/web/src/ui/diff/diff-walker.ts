/** What is moved by: single lines, or runs of added and removed lines. */
export type WalkUnit = 'line' | 'change';

/** Moves through the lines of one diff. */
export type DiffWalker = {
  /** Steps from the line that is current, or from the edge; false when there is nothing further. */
  move: (unit: WalkUnit, by: 1 | -1) => boolean;
  /** To the line on that side of the row; false when it is there already, or there is none. */
  crossTo: (side: 'old' | 'new') => boolean;
  /** Forgets the current line, so that the next move begins at the edge. */
  leave: () => void;
  /** Of the current line; null without one. */
  lineCode: () => string | null;
};

const walkers = new WeakMap<Element, DiffWalker>();

export function registerWalker(element: Element, walker: DiffWalker): void {
  walkers.set(element, walker);
}

/** The walker of the diff that is or holds this element. */
export function walkerOf(element: Element | null | undefined): DiffWalker | undefined {
  const diff = element?.closest('[data-diff]');
  return diff ? walkers.get(diff) : undefined;
}
