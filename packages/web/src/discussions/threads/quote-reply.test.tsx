import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { DiscussionStore } from '../store/discussion-store.ts';
import { type Intent, useIntents } from '../store/intents.ts';
import { quoteReply } from './quote-reply.ts';

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
