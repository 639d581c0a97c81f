import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';

/** To the note that was just changed, unless its writer has moved on while it was saved. */
export function focusNote(id: string): void {
  focusWhenRendered(() => document.getElementById(`note_${id}`), { ifLost: true });
}

/** To the newest note of a thread: what an answer to "create" brings. */
export function focusNewestNote(discussion: PageDiscussion): void {
  const id = discussion.notes.at(-1)?.id;
  if (id !== undefined) focusWhenRendered(() => document.getElementById(`note_${id}`));
}

/** What stays of a thread whatever happens to it: what folds and unfolds it, else its reply field, else its note. */
export function threadFocusTarget(id: string): HTMLElement | null | undefined {
  const thread = document.getElementById(`thread_${id}`);
  return (
    thread?.querySelector<HTMLElement>('[data-thread-toggle]') ??
    thread?.querySelector<HTMLElement>('[data-thread-reply]') ??
    thread?.querySelector<HTMLElement>('article')
  );
}

/** Back to the button that opened the reply. */
export function focusReply(id: string): void {
  focusWhenRendered(() => document.querySelector<HTMLElement>(`[data-thread-reply="${id}"]`));
}

/** Called before a note goes; the answer is called after: to the next note, else the one before, else the heading. */
export function focusAfterNote(id: string): () => void {
  const notes = [...document.querySelectorAll<HTMLElement>('article[id^="note_"]')];
  const at = notes.findIndex((each) => each.id === `note_${id}`);
  const near = at < 0 ? [] : [notes[at + 1], notes[at - 1]];
  return () =>
    focusWhenRendered(
      () => near.find((each) => each?.isConnected === true) ?? document.querySelector<HTMLElement>('h1'),
    );
}
