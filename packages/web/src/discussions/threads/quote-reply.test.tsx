import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { DiscussionStore } from '../store/discussion-store.ts';
import { type Intent, useIntents } from '../store/intents.ts';
import { quoteReply, quoteSelected } from './quote-reply.ts';

/** What is asked for when a comment that stands alone is quoted. */
function askedFor(isInternal: boolean): Intent[] {
  const heard: Intent[] = [];
  function Listener() {
    useIntents((intent) => void heard.push(intent));
    return null;
  }
  render(<Listener />);
  const store = new DiscussionStore(notesData());
  const said = note(1, { note: 'Only for us', internal: isInternal });
  store.put(discussion('d1', [said], { individual_note: true, internal: isInternal }));
  quoteReply(store, said);
  return heard.filter(({ kind }) => kind !== 'talk');
}

it('quotes a comment that stands alone in the form for comments', () => {
  expect(askedFor(false)).toEqual([{ kind: 'comment', quote: '> Only for us\n\n' }]);
});

it('quotes an internal note only where the answer is internal as well', () => {
  expect(askedFor(true)).toEqual([{ kind: 'reply', discussionId: 'd1', quote: '> Only for us\n\n' }]);
});

describe('the key that quotes', () => {
  /** Two comments that stand alone, the second with the keyboard, and what the key quotes. */
  function quotedWith(select: (selection: Selection, texts: Node[]) => void): unknown {
    const heard: Intent[] = [];
    function Page() {
      useIntents((intent) => void heard.push(intent));
      return ['Said first', 'Said second'].map((text, index) => (
        <article key={text} id={`note_${index + 1}`} tabIndex={-1}>
          <p>{text}</p>
        </article>
      ));
    }
    render(<Page />);
    const store = new DiscussionStore(notesData());
    store.put(discussion('d1', [note(1, { note: '**Said** first' })], { individual_note: true }));
    store.put(discussion('d2', [note(2, { note: '**Said** second' })], { individual_note: true }));
    document.querySelector<HTMLElement>('#note_2')?.focus();
    const selection = window.getSelection();
    const texts = [...document.querySelectorAll('article p')].flatMap((each) => [...each.childNodes]);
    if (selection) select(selection, texts);
    quoteSelected(store);
    return heard.find(({ kind }) => kind === 'comment');
  }
  const quoted = (text: string) => ({ kind: 'comment', quote: `> ${text}\n\n` });

  it('takes the note with the keyboard, not the one that was clicked before', () => {
    const clicked = quotedWith((selection, [first = null]) => selection.collapse(first, 2));
    expect(clicked).toEqual(quoted('**Said** second'));
  });

  it('takes what is selected of a note, wherever the keyboard is', () => {
    const marked = quotedWith((selection, [first]) => first && selection.setBaseAndExtent(first, 5, first, 10));
    expect(marked).toEqual(quoted('first'));
  });

  it('takes no words of a note beside it', () => {
    const both = quotedWith(
      (selection, [first, second]) => first && second && selection.setBaseAndExtent(first, 5, second, 4),
    );
    expect(both).toEqual(quoted('**Said** second'));
  });
});
