import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';

function elementOf(id: number): HTMLElement | null {
  return document.getElementById(`draft_${id}`);
}

/** To the pending comment that was just written, changed or chosen from the list. */
export function focusDraft(id: number): void {
  focusWhenRendered(() => {
    const element = elementOf(id);
    element?.scrollIntoView({ block: 'nearest' });
    return element;
  });
}

/** Called before one goes; the answer is called after: to the next, else the one before, else the heading. */
export function focusAfterDraft(id: number): () => void {
  const all = [...document.querySelectorAll<HTMLElement>('article[id^="draft_"]')];
  const at = all.findIndex((each) => each.id === `draft_${id}`);
  const near = at < 0 ? [] : [all[at + 1], all[at - 1]];
  return () =>
    focusWhenRendered(
      () => near.find((each) => each?.isConnected === true) ?? document.querySelector<HTMLElement>('h1'),
    );
}
