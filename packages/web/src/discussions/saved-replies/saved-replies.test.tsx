import {
  savedReplyPreviewPath,
  type SavedRepliesPageData,
  type SavedReplyItem,
} from '@tributary/contract/discussions/saved-replies.ts';
import { AppError } from '../../lib/app-error.ts';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import SavedRepliesPage from '../pages/saved-replies.page.tsx';
import { IS_FULL } from '../../../testing/full-run.ts';

const PATH = '/-/profile/comment_templates';
const thanks: SavedReplyItem = { id: 1, name: 'Thanks', content: 'Thank you!' };
const rebase: SavedReplyItem = { id: 2, name: 'Rebase', content: 'Please *rebase*.' };

const { viewer } = shellData();

/** Each test is someone else's, with nothing begun. */
let person = 100;

const pageOf = (replies: SavedReplyItem[], parts: Partial<SavedRepliesPageData> = {}) =>
  pageData(
    { replies, search: '', page: 1, perPage: 50, total: replies.length, room: 9, ...parts },
    { kind: 'saved_replies', shell: shellData({ viewer: viewer && { ...viewer, id: person } }) },
  );

/** What was typed is kept as it is everywhere; the rest is for the test to answer. */
const answering =
  (answer: (sent: Sent) => ServerAnswer | Promise<ServerAnswer> = () => ({ status: 204 })) =>
  (sent: Sent): ServerAnswer | Promise<ServerAnswer> => {
    if (!sent.path.startsWith('/-/unfinished_texts')) return answer(sent);
    const entry = typeof sent.body === 'object' ? { ...sent.body, revision: 1, updated_at: '' } : {};
    return { body: sent.method === 'GET' ? [] : entry };
  };

const told = (sent: readonly Sent[]) => sent.filter((each) => each.path.startsWith(PATH));
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  person += 1;
});
afterEach(() => vi.unstubAllGlobals());

it('says what they are for where there are none, and makes the first one', async () => {
  const { sent } = await renderPage(
    SavedRepliesPage,
    pageOf([]),
    answering(() => ({ status: 201, body: thanks })),
    () => pageOf([thanks]),
  );
  expect(screen.getByText('No comment templates yet')).toBeTruthy();
  await userEvent.click(button('New template'));
  expect(document.activeElement).toBe(box('Name'));
  await userEvent.keyboard(' Thanks ');
  await userEvent.type(box('Text'), 'Thank you!');
  await userEvent.click(button('Save template'));
  await screen.findByRole('list', { name: 'Comment templates' });
  expect(told(sent)).toEqual([{ method: 'POST', path: PATH, body: { name: 'Thanks', content: 'Thank you!' } }]);
  expect(await screen.findByText('“Thanks” was saved.')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(button('New template'));
  expect((await axe.run(document.body, { resultTypes: ['violations'] })).violations).toEqual([]);
});

it('tells what is wrong at its field: what is missing at once, the rest when the server has said it', async () => {
  const fields = { name: ['has already been taken'] };
  const { sent } = await renderPage(
    SavedRepliesPage,
    pageOf([thanks]),
    answering(() => ({ status: 400, body: { error: { code: 'validation_failed', message: 'No.', fields } } })),
  );
  await userEvent.click(button('New template'));
  await userEvent.click(button('Save template'));
  expect(screen.getByText('Enter a name.')).toBeTruthy();
  expect(screen.getByText('Enter the text.')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(box('Name'));
  expect(told(sent)).toEqual([]);
  await userEvent.keyboard('thanks');
  await userEvent.type(box('Text'), 'Again');
  await userEvent.click(button('Save template'));
  expect(await screen.findByText('Has already been taken.')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(box('Name'));
  expect([box('Name').value, box('Text').value]).toEqual(['thanks', 'Again']);
});

it('keeps what is typed over a reload, and gives it up only when asked', async () => {
  await renderPage(SavedRepliesPage, pageOf([thanks]), answering());
  await userEvent.click(button('Edit Thanks'));
  await userEvent.type(box('Text'), ' Really.');
  cleanup();
  await renderPage(SavedRepliesPage, pageOf([thanks]), answering());
  expect(box('Text').value).toBe('Thank you! Really.');
  await userEvent.click(button('Cancel'));
  const question = await screen.findByRole('dialog', { name: /cancel editing this template/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Continue editing' }));
  expect(box('Text').value).toBe('Thank you! Really.');
  await userEvent.click(button('Cancel'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel editing' }));
  expect(screen.getByText('Thank you!')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(button('Edit Thanks'));
});

it('has a way back to earlier states of the text', async () => {
  const asked: string[] = [];
  await renderPage(SavedRepliesPage, pageOf([]), (sent) => {
    if (!sent.path.startsWith('/-/unfinished_texts/history')) return answering()(sent);
    asked.push(sent.path);
    return { body: [{ id: 1, text: 'What I had before', saved_at: '2026-01-01T00:00:00.000Z' }] };
  });
  await userEvent.click(button('New template'));
  await userEvent.type(box('Text'), 'Worse');
  // By key: under a pointer the button is made again when its layer has come.
  button('Draft history').focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(box('Text').value).toBe('What I had before');
  expect(asked).toEqual([expect.stringMatching(/field=content-new$/)]);
});

it.runIf(IS_FULL)('is previewed as comments are, and what is missing of it is told there too', async () => {
  const { sent } = await renderPage(
    SavedRepliesPage,
    pageOf([]),
    answering(() => ({
      body: { body: '<p><strong>rebase</strong></p>', references: { users: [], suggestions: [], commands: '' } },
    })),
  );
  await userEvent.click(button('New template'));
  await userEvent.type(box('Name'), 'Rebase');
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  await userEvent.click(button('Save template'));
  const missing = await screen.findByText('Enter the text.');
  await expect.poll(() => document.activeElement).toBe(missing);
  await userEvent.click(screen.getByRole('tab', { name: 'Write' }));
  // Nothing of a project can be named in it: the server is not asked for what could be.
  await userEvent.type(box('Text'), '**rebase** @a');
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  expect((await screen.findByText('rebase')).tagName).toBe('STRONG');
  expect((await axe.run(document.body, { resultTypes: ['violations'] })).violations).toEqual([]);
  const asked = sent.filter(({ path }) => !path.startsWith('/-/unfinished_texts'));
  expect(asked).toMatchObject([
    { method: 'POST', path: savedReplyPreviewPath, body: { text: '' } },
    { method: 'POST', path: savedReplyPreviewPath, body: { text: '**rebase** @a' } },
  ]);
});

it.runIf(IS_FULL)('takes nothing while it is saved, as that would be lost with the form', async () => {
  const saving = Promise.withResolvers<void>();
  await renderPage(
    SavedRepliesPage,
    pageOf([thanks]),
    answering(async () => {
      await saving.promise;
      return { body: { ...thanks, content: 'Merci!' } };
    }),
    () => pageOf([{ ...thanks, content: 'Merci!' }]),
  );
  await userEvent.click(button('Edit Thanks'));
  await userEvent.clear(box('Text'));
  await userEvent.type(box('Text'), 'Merci!');
  await userEvent.click(button('Save template'));
  await userEvent.type(box('Text'), ' And more');
  await userEvent.type(box('Name'), ' a lot');
  expect([box('Name').value, box('Text').value]).toEqual(['Thanks', 'Merci!']);
  expect(button('Cancel').hasAttribute('disabled')).toBe(true);
  saving.resolve();
  expect(await screen.findByText('“Thanks” was saved.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Text/ })).toBeNull();
});

it('changes one, and deletes one after a question', async () => {
  const { sent } = await renderPage(
    SavedRepliesPage,
    pageOf([rebase, thanks]),
    answering(({ method }) => (method === 'PUT' ? { body: { ...thanks, content: 'Merci!' } } : { status: 204 })),
    () => pageOf([thanks]),
  );
  await userEvent.click(button('Edit Thanks'));
  await userEvent.clear(box('Text'));
  await userEvent.type(box('Text'), 'Merci!');
  await userEvent.click(button('Save template'));
  await expect.poll(() => document.activeElement).toBe(button('Edit Thanks'));
  await userEvent.click(button('Delete Thanks'));
  const question = await screen.findByRole('dialog', { name: 'Delete this template?' });
  expect(question.textContent).toContain('Thanks');
  await userEvent.click(within(question).getByRole('button', { name: 'Delete template' }));
  await expect
    .poll(() => told(sent))
    .toEqual([
      { method: 'PUT', path: `${PATH}/1`, body: { name: 'Thanks', content: 'Merci!' } },
      { method: 'DELETE', path: `${PATH}/1`, body: undefined },
    ]);
});

it.runIf(IS_FULL)('what is saved is shown in its place, also when the list cannot be asked for', async () => {
  const added = { id: 3, name: 'Sorry', content: 'Sorry!' };
  const { sent, fetchPage } = await renderPage(
    SavedRepliesPage,
    pageOf([rebase, thanks]),
    answering(({ method }) => ({ body: method === 'PUT' ? { ...rebase, name: 'Please rebase' } : added })),
    () => {
      throw new AppError({ status: 500, code: 'internal', message: 'No.' });
    },
  );
  const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent);
  await userEvent.click(button('New template'));
  await userEvent.keyboard('Sorry');
  await userEvent.type(box('Text'), 'Sorry!');
  await userEvent.click(button('Save template'));
  await expect.poll(() => document.activeElement).toBe(button('New template'));
  expect(names()).toEqual(['Rebase', 'Sorry', 'Thanks']);
  await userEvent.click(button('Edit Rebase'));
  await userEvent.clear(box('Name'));
  await userEvent.keyboard('Please rebase');
  await userEvent.click(button('Save template'));
  await expect.poll(() => document.activeElement).toBe(button('Edit Please rebase'));
  expect(names()).toEqual(['Please rebase', 'Sorry', 'Thanks']);
  expect(told(sent).map(({ method }) => method)).toEqual(['POST', 'PUT']);
  expect(fetchPage).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is searched, and says so where nothing matches', async () => {
  const { fetchPage } = await renderPage(SavedRepliesPage, pageOf([thanks]), answering(), () =>
    pageOf([], { search: 'nope' }),
  );
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search comment templates' }), 'nope{Enter}');
  expect(await screen.findByText('No matching comment templates')).toBeTruthy();
  expect(fetchPage.mock.calls.at(-1)?.[0]).toContain('search=nope');
  expect(button('New template')).toBeTruthy();
});

it('where as many are kept as can be, it says so and offers no more', async () => {
  await renderPage(SavedRepliesPage, pageOf([thanks], { total: 500, room: 0 }), answering());
  expect(
    screen.getByText('You have reached the limit of 500 comment templates. Delete one to create another.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New template' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Page 10' }).getAttribute('href')).toContain('page=10');
});
