import type { CreateDraftBody } from '@tributary/contract/merge-requests/reviews.ts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { ReviewContext } from '../store/review.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { ThreadFooter } from './thread-footer.tsx';

beforeEach(() => localStorage.clear());

let threads = 0;

/** The footer of a thread, its answer open, while so many comments are pending. */
async function answering(pending: number | null, isResolved = false, isBegun = false, isInternal = false) {
  const added: CreateDraftBody[] = [];
  const review =
    pending === null
      ? null
      : { count: pending, renderReplies: () => null, add: async (draft: CreateDraftBody) => void added.push(draft) };
  // Another one each time: what was begun of an answer is kept.
  const thread = discussion(`d${++threads}`, [note(1)], { resolved: isResolved, internal: isInternal });
  const page = (
    <DiscussionsProvider notes={notesData({})}>
      <ReviewContext value={review}>
        <ThreadFooter discussion={thread} />
      </ReviewContext>
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    () => ({ body: [] }),
  );
  if (!isBegun) await userEvent.click(screen.getByRole('button', { name: isInternal ? 'Reply internally' : 'Reply…' }));
  return added;
}

const isThere = (name: string) => screen.queryByRole('button', { name }) !== null;
const type = async (text: string) => {
  await userEvent.click(await screen.findByRole('textbox', { name: 'Reply' }));
  await userEvent.paste(text);
};

it('the buttons say what sending does to the thread, once there is a text', async () => {
  await answering(null);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Resolve thread' }));
  expect(isThere('Reply')).toBe(true);
  await type('Done');
  expect(isThere('Comment & resolve thread')).toBe(true);
});

it('an answer to an internal note says that it is internal, also when it settles the thread', async () => {
  await answering(null, false, false, true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Resolve thread' }));
  expect(isThere('Reply internally')).toBe(true);
  await type('Done');
  expect([isThere('Reply internally & resolve thread'), isThere('Comment & resolve thread')]).toEqual([true, false]);
  cleanup();
  await answering(2, true, false, true);
  await type('Not quite');
  expect([isThere('Add to review'), isThere('Reply internally'), isThere('Add comment now')]).toEqual([
    true,
    true,
    false,
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unresolve thread' }));
  expect(isThere('Reply internally & unresolve thread')).toBe(true);
});

it('the same before the first pending comment and beside others', async () => {
  await answering(0, true);
  await type('Not quite');
  expect([isThere('Reply'), isThere('Start a review')]).toEqual([true, true]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unresolve thread' }));
  expect([isThere('Comment & unresolve thread'), isThere('Start a review & unresolve thread')]).toEqual([true, true]);
});

it('the choice stays with a begun answer, unless someone else did the same meanwhile', async () => {
  await answering(null);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Resolve thread' }));
  await type('Done');
  cleanup();
  threads -= 1;
  await answering(null, false, true);
  expect(isThere('Comment & resolve thread')).toBe(true);
  cleanup();
  threads -= 1;
  await answering(null, true, true);
  expect([isThere('Reply'), isThere('Comment & unresolve thread')]).toEqual([true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  cleanup();
  threads -= 1;
  await answering(null);
  await type('Done again');
  expect(isThere('Reply')).toBe(true);
});

it('while reviewing, both ways to send', async () => {
  const added = await answering(2);
  await type('Done');
  expect([isThere('Add to review'), isThere('Add comment now')]).toEqual([true, true]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Resolve thread' }));
  expect(isThere('Comment & resolve thread')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Add to review & resolve thread' }));
  await expect.poll(() => added).toMatchObject([{ draft_note: { note: 'Done', resolve_discussion: true } }]);
});
