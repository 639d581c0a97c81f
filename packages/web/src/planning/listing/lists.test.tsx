import type { IssueListItem, IssuesPageData } from '@tributary/contract/planning/issue-page.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import IssuesPage from '../pages/issues.page.tsx';

const item = (id: number, title: string): IssueListItem => ({
  id,
  iid: id + 10,
  title,
  path: `/works/door/-/issues/${id + 10}`,
  state: 'opened',
  type: 'issue',
  confidential: false,
  author: null,
  assignees: [],
  labels: [],
  milestone: null,
  projectPath: 'works/door',
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
  closedAt: null,
  dueDate: null,
  isOverdue: false,
  weight: null,
  notesCount: 0,
  mergeRequestsCount: 0,
  blockingCount: 0,
  tasks: { count: 0, completed: 0 },
});
const PATH = '/works/door/-/issues/bulk_update';
const data: IssuesPageData = {
  place: { type: 'project', fullPath: 'works/door', name: 'Door' },
  state: 'opened',
  counts: { opened: 4, closed: 0, all: 4 },
  items: [item(1, 'Hinge'), item(2, 'Lock'), item(3, 'Paint'), item(4, 'Wood')],
  page: 1,
  perPage: 20,
  total: 4,
  hasNext: false,
  search: '',
  sort: 'created_date',
  tokens: [],
  canReorder: false,
  bulkUpdatePath: PATH,
  savedViews: null,
  newPath: null,
};

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  Element.prototype.hasPointerCapture = vi.fn<() => boolean>(() => false);
});

const show = (answer?: (sent: Sent) => ServerAnswer | Promise<ServerAnswer>, parts: Partial<IssuesPageData> = {}) =>
  renderPage(IssuesPage, pageData({ ...data, ...parts }, { shell: shellData() }), answer);
const box = (title: string) => screen.getByRole('checkbox', { name: `Select ${title}` });
const all = () => screen.getByRole('checkbox', { name: 'Select all on this page' });
const selected = () => data.items.map(({ title }) => title).filter((title) => (box(title) as HTMLInputElement).checked);
const updates = (sent: readonly Sent[]) => sent.filter(({ path }) => path === PATH).map(({ body }) => body);
const begin = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await screen.findByRole('region', { name: 'Selected' });
  await screen.findByRole('region', { name: 'Bulk edit' });
};
const close = async () => {
  await userEvent.click(screen.getByRole('combobox', { name: /^State/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Close' }));
};

it('rows are selected one by one, in a range, by key and all together', async () => {
  await show();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await begin();
  const user = userEvent.setup();
  await user.click(box('Hinge'));
  await user.keyboard('{Shift>}');
  await user.click(box('Paint'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['Hinge', 'Lock', 'Paint']);
  expect((all() as HTMLInputElement).indeterminate).toBe(true);
  expect(screen.getByText('3 selected').getAttribute('role')).toBe('status');
  screen.getByRole('link', { name: 'Wood' }).focus();
  await user.keyboard('x');
  expect((all() as HTMLInputElement).checked).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Wood' }));
  await user.click(all());
  expect(selected()).toEqual([]);
  expect((await axe.run(document.body, { resultTypes: ['violations'] })).violations).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bulk edit' }));
  // The key alone begins with its row.
  screen.getByRole('link', { name: 'Lock' }).focus();
  await user.keyboard('x');
  await screen.findByRole('region', { name: 'Selected' });
  expect(selected()).toEqual(['Lock']);
});

it('what is chosen is sent for all; what is refused is told, stays selected and keeps what was chosen', async () => {
  let answer: ServerAnswer = { status: 503, body: { message: 'Try later.' } };
  const { sent, fetchPage } = await show(({ path }) => (path === PATH ? answer : { body: [] }));
  await begin();
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update selected' });
  expect(send().disabled).toBe(true);
  await userEvent.click(box('Hinge'));
  await userEvent.click(box('Lock'));
  expect(send().disabled).toBe(true);
  await close();
  await userEvent.click(send());
  await screen.findByRole('alert');
  expect(selected()).toEqual(['Hinge', 'Lock']);
  answer = { body: { notice: '', count: 1, refused: [{ id: 2, message: 'It is locked.' }] } };
  await userEvent.click(send());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Lock: It is locked.'));
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain('1 issue updated.');
  expect(selected()).toEqual(['Lock']);
  expect(document.activeElement).toBe(send());
  expect(fetchPage).toHaveBeenCalledTimes(1);
  answer = { body: { notice: '', count: 1, refused: [] } };
  await userEvent.click(send());
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bulk edit' }));
  const both = { update: { issuable_ids: '1,2', state_event: 'close' } };
  expect(updates(sent)).toEqual([both, both, { update: { issuable_ids: '2', state_event: 'close' } }]);
});

it('those who may not edit the items are not asked to select any', async () => {
  await show(undefined, { bulkUpdatePath: null });
  expect(screen.queryByRole('button', { name: 'Bulk edit' })).toBeNull();
  screen.getByRole('link', { name: 'Lock' }).focus();
  await userEvent.keyboard('x');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a view is saved under a name, which is kept when it is refused; views are links, renamed and deleted', async () => {
  const path = '/works/door/-/saved_views';
  const views = [{ id: 5, name: 'Bugs', query: 'label_name%5B%5D=bug' }];
  let answer: ServerAnswer = { status: 400, body: { message: { name: ['has already been taken'] } } };
  const { sent, fetchPage } = await show(({ method }) => (method === 'GET' ? { body: [] } : answer), {
    savedViews: { path, views },
  });
  const user = userEvent.setup();
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Save view…');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  expect(document.activeElement).toBe(name);
  await user.type(name, 'bugs{Enter}');
  await screen.findByText('Has already been taken.');
  expect(name.value).toBe('bugs');
  expect((await axe.run(document.body, { resultTypes: ['violations'] })).violations).toEqual([]);
  answer = { status: 201, body: {} };
  await user.type(name, ' 2{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const asked = { list: 'issues', query: '' };
  expect(sent.filter((each) => each.path === path).map(({ body }) => body)).toEqual([
    { ...asked, name: 'bugs' },
    { ...asked, name: 'bugs 2' },
  ]);
  await choose('Manage views…');
  await user.click(await screen.findByRole('button', { name: 'Rename Bugs' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^New name of Bugs/ });
  expect(document.activeElement).toBe(field);
  answer = { status: 503, body: { message: 'Try later.' } };
  await user.type(field, '!{Enter}');
  await screen.findByRole('alert');
  expect(field.value).toBe('Bugs!');
  answer = { body: {} };
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Bugs' })));
  await user.click(screen.getByRole('button', { name: 'Delete Bugs' }));
  await user.click(await screen.findByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: `${path}/5` }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Bugs');
  await waitFor(() => expect(fetchPage.mock.lastCall?.[0]).toContain('label_name%5B%5D=bug'));
});
