import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { flushSync } from 'react-dom';
import { quoteOf } from '../model/quote.ts';
import type { DiscussionStore } from '../store/discussion-store.ts';
import { announceIntent } from '../store/intents.ts';
import { reachNote } from './reach-note.ts';

/** Opens the field that answers a note, also of a comment that stands alone, with a quote if there is one. */
export function replyTo(store: DiscussionStore, note: PageNote, quote = ''): void {
  announceIntent({ kind: 'talk' });
  // The reply field must be there before it is asked for.
  flushSync(() => store.setExpanded(note.discussion_id, true));
  reachNote(note.id);
  announceIntent({ kind: 'reply', discussionId: note.discussion_id, quote });
}

/**
 * Answers a note with a quote: in its thread, or in the form for comments when it stands alone. What is internal is only
 * quoted where the answer is internal as well.
 */
export function quoteReply(store: DiscussionStore, note: PageNote, text: string = note.note): void {
  const quote = quoteOf(text);
  const discussion = store.state.discussions.find((each) => each.id === note.discussion_id);
  if (note.internal || (discussion && !discussion.individual_note)) return replyTo(store, note, quote);
  announceIntent({ kind: 'talk' });
  announceIntent({ kind: 'comment', quote });
}

/** The note that a place of the page stands in. */
function articleOf(node: Node | null | undefined): Element | null {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest('article[id^="note_"]') ?? null;
}

/** What is selected of one note. A bare caret is none: it stays where was clicked, wherever the keyboard went since. */
function selectedNote(): { article: Element; text: string } | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const article = articleOf(selection.anchorNode);
  const text = String(selection);
  return article && article === articleOf(selection.focusNode) && text.trim() !== '' ? { article, text } : null;
}

/** Answers the note that has the selection or the keyboard, with what is selected of it if anything is. */
export function quoteSelected(store: DiscussionStore): void {
  const selected = selectedNote();
  const article = selected?.article ?? articleOf(document.activeElement);
  const id = article?.id.slice('note_'.length);
  const note = store.state.discussions.flatMap((each) => each.notes).find((each) => each.id === id);
  if (!note || note.system || !store.notes.currentUser.canCreateNote) return;
  quoteReply(store, note, selected?.text ?? note.note);
}
