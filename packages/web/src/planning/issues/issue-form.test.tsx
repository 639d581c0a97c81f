import type { IssueNewPageData } from '@tributary/contract/planning/issue-page.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import { IssueForm } from './issue-form.tsx';

beforeEach(() => localStorage.clear());

const data: IssueNewPageData = {
  projectId: 1,
  title: '',
  description: '',
  templates: { names: [], path: '/templates', initial: null },
  confidential: false,
  can: { setMetadata: true, createLabels: true },
  followUp: null,
  createPath: '/create',
  listPath: '/d/p/-/issues',
  previewMarkdownPath: '/preview',
  uploadsPath: null,
};

let forms = 0;

async function show(answer: ServerAnswer) {
  // What was begun in one is not in the next.
  const own = { ...data, projectId: ++forms };
  await renderPage(
    () => <IssueForm data={own} />,
    pageData({}),
    ({ path }) => (path === '/create' ? answer : { body: [] }),
  );
}

const title = () => screen.getByRole('textbox', { name: /^Title/ });
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create issue' }));

it('who sends it without a title is brought to the title', async () => {
  await show({});
  await create();
  expect(await screen.findByText('Enter a title.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

it('what the server says of the title is told there', async () => {
  await show({ status: 422, body: { message: { title: ['is too long (maximum is 255 characters)'] } } });
  await userEvent.type(title(), 'Long');
  await create();
  expect(await screen.findByText('Title is too long (maximum is 255 characters).')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

it('what the server says of the weight is told there, and it stays as it was written', async () => {
  await show({ status: 422, body: { message: { weight: ['must be a whole number from 0 to 1000000'] } } });
  await userEvent.type(title(), 'Door');
  const weight = screen.getByRole('textbox', { name: 'Weight' });
  await userEvent.type(weight, '-2');
  await create();
  expect(await screen.findByText('Weight must be a whole number from 0 to 1000000.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(weight));
  expect(screen.getByDisplayValue('-2')).toBe(weight);
});

it('what else went wrong is told above the form, and the keyboard goes there', async () => {
  await show({ status: 403, body: { message: '403 Forbidden' } });
  await userEvent.type(title(), 'Door');
  await create();
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement?.contains(alert)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.getByDisplayValue('Door')).toBe(title());
});

it('sent again after a failure it is the same request, until something in it changes', async () => {
  await show({ status: 502, body: {} });
  const keys: (string | null)[] = [];
  const send = window.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path === '/create') keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return send(path, init);
  });
  await userEvent.type(title(), 'Door');
  await create();
  await waitFor(() => expect(keys).toHaveLength(1));
  await screen.findByRole('alert');
  await create();
  await waitFor(() => expect(keys).toHaveLength(2));
  await userEvent.type(title(), 's');
  await create();
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('what was chosen is there again with what was written, and goes with it', async () => {
  const own = { ...data, projectId: ++forms };
  const people = [{ id: 4, name: 'Ben Reviewer', username: 'ben' }];
  const draw = () =>
    renderPage(
      () => <IssueForm data={own} />,
      pageData({}),
      ({ path }) => ({ body: path.includes('/members/') ? people : path === '/create' ? { iid: 3 } : [] }),
    );
  await draw();
  await userEvent.type(title(), 'Door');
  await userEvent.click(screen.getByRole('button', { name: /^Assignees/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Ben Reviewer/ }));
  await userEvent.keyboard('{Escape}');
  await userEvent.type(screen.getByLabelText('Due date'), '2030-02-01');
  await userEvent.type(screen.getByLabelText('Weight'), '8');
  cleanup();
  const { sent } = await draw();
  expect(screen.getByRole('button', { name: /^Assignees/ }).textContent).toContain('Ben Reviewer');
  expect(screen.getByLabelText<HTMLInputElement>('Due date').value).toBe('2030-02-01');
  await create();
  const made = await waitFor(() => sent.find(({ path }) => path === '/create') ?? Promise.reject(new Error('not yet')));
  expect(made.body).toMatchObject({ title: 'Door', assignee_ids: [4], due_date: '2030-02-01', weight: '8' });
  await waitFor(() => expect(title()).toHaveProperty('value', ''));
  expect(screen.getByLabelText<HTMLInputElement>('Due date').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Weight').value).toBe('');
  cleanup();
  await draw();
  expect(screen.getByRole('button', { name: /^Assignees/ }).textContent).not.toContain('Ben Reviewer');
});

const followUp = {
  reference: '!12',
  path: '/d/p/-/merge_requests/12',
  mergeRequestIid: 12,
  discussionId: 'f'.repeat(40),
  openCount: 1,
  resolvableCount: 1,
  resolvedBy: null,
};

it.each([
  [{}, 'Creating this issue resolves the thread in !12.'],
  [{ resolvableCount: 0 }, 'You cannot resolve the thread in !12. It stays open when you create this issue.'],
  [
    { openCount: 0, resolvableCount: 0, resolvedBy: 'Ada' },
    'Ada already resolved the thread in !12. You can still create this issue. The thread does not change.',
  ],
  [{ discussionId: null }, 'Creating this issue resolves all open threads in !12.'],
  [
    { discussionId: null, openCount: 3, resolvableCount: 2 },
    'Creating this issue resolves 2 of 3 open threads in !12. You cannot resolve the others.',
  ],
  [
    { discussionId: null, openCount: 2, resolvableCount: 0 },
    'You cannot resolve the open threads in !12. They stay open when you create this issue.',
  ],
  [
    { discussionId: null, openCount: 0, resolvableCount: 0 },
    'All threads in !12 are already resolved. You can still create this issue. The threads do not change.',
  ],
])('says what becomes of the threads that it continues: %j', async (more, text) => {
  const own = { ...data, projectId: ++forms, followUp: { ...followUp, ...more } };
  await renderPage(
    () => <IssueForm data={own} />,
    pageData({}),
    () => ({ body: [] }),
  );
  expect(screen.getByRole('note').textContent).toBe(text);
});

it('goes on without the thread when that is not there any more', async () => {
  const own = { ...data, projectId: ++forms, followUp };
  const answers: ServerAnswer[] = [{ status: 404, body: { message: '404 Not found' } }, { body: { iid: 3 } }];
  const { sent } = await renderPage(
    () => <IssueForm data={own} />,
    pageData({}),
    ({ path }) => (path === '/create' ? (answers.shift() ?? {}) : { body: [] }),
  );
  await userEvent.type(title(), 'Door');
  await create();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The thread in !12 no longer exists. Your text is not lost. Select “Create issue” again to create the issue without it.',
  );
  expect(screen.queryByRole('note')).toBeNull();
  expect(screen.getByDisplayValue('Door')).toBe(title());
  await create();
  const bodies = () => sent.filter(({ path }) => path === '/create').map(({ body }) => body);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[0]).toMatchObject({ title: 'Door', discussion_to_resolve: followUp.discussionId });
  expect(bodies()[1]).not.toHaveProperty('merge_request_to_resolve_discussions_of');
  expect(bodies()[1]).not.toHaveProperty('discussion_to_resolve');
});

it('a template fills the description, and asks before it replaces a text that was typed', async () => {
  const own = {
    ...data,
    projectId: ++forms,
    templates: { names: ['Bug', 'Default'], path: '/templates', initial: 'Default' },
  };
  await renderPage(
    () => <IssueForm data={{ ...own, description: 'By default' }} />,
    pageData({}),
    ({ path }) => (path.startsWith('/templates/') ? { body: { content: `# ${path.slice(11)}` } } : { body: [] }),
  );
  const description = () => screen.getByRole('textbox', { name: /^Description/ });
  const choose = async (name: string) => {
    screen.getByRole('combobox', { name: /Description template/ }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  expect(description()).toHaveProperty('value', 'By default');
  expect(screen.getByRole('combobox', { name: /Description template/ }).textContent).toContain('Default');
  // What nobody typed is replaced without a question.
  await choose('Bug');
  await waitFor(() => expect(description()).toHaveProperty('value', '# Bug'));
  await userEvent.type(description(), ' report');
  await choose('Default');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(description()).toHaveProperty('value', '# Bug report');
  await choose('Default');
  await userEvent.click(await screen.findByRole('button', { name: 'Replace description' }));
  await waitFor(() => expect(description()).toHaveProperty('value', '# Default'));
});
