import type { IssueListItem, IssuesPageData } from '@tributary/contract/planning/issue-page.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
  type: id === 2 ? 'task' : 'issue',
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
const data: IssuesPageData = {
  place: { type: 'project', fullPath: 'works/door', name: 'Door' },
  state: 'opened',
  counts: { opened: 3, closed: 0, all: 3 },
  items: [item(1, 'Hinge'), item(2, 'Lock'), item(3, 'Paint')],
  page: 1,
  perPage: 100,
  total: 3,
  hasNext: false,
  search: '',
  sort: 'relative_position',
  tokens: [],
  canReorder: true,
  bulkUpdatePath: null,
  savedViews: null,
  newPath: null,
};

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const show = (answer?: (sent: Sent) => ServerAnswer | Promise<ServerAnswer>, parts: Partial<IssuesPageData> = {}) =>
  renderPage(IssuesPage, pageData({ ...data, ...parts }, { shell: shellData() }), answer);
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}` });
const listed = () => screen.getAllByRole('link', { name: /^(Hinge|Lock|Paint)$/ }).map((link) => link.textContent);
const moves = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT');

it('an issue is moved by keys, each step when the one before has arrived, and keeps the keyboard', async () => {
  const first = Promise.withResolvers<void>();
  const { sent } = await show(async () => {
    await first.promise;
    return { body: {} };
  });
  expect((await axe.run(document.body, { resultTypes: ['violations'] })).violations).toEqual([]);
  handle('Hinge').focus();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  expect(screen.getAllByText('Task')).toHaveLength(1);
  expect(listed()).toEqual(['Lock', 'Hinge', 'Paint']);
  expect(screen.getByText('Hinge is now 2 of 3.').getAttribute('role')).toBe('status');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(listed()).toEqual(['Lock', 'Paint', 'Hinge']);
  expect(document.activeElement).toBe(handle('Hinge'));
  expect(moves(sent)).toHaveLength(1);
  first.resolve();
  await waitFor(() => expect(moves(sent)).toHaveLength(2));
  const path = '/api/v4/projects/works%2Fdoor/issues/11/reorder';
  expect(moves(sent)).toEqual([
    { method: 'PUT', path, body: { move_after_id: 2, move_before_id: 3 } },
    { method: 'PUT', path, body: { move_after_id: 3 } },
  ]);
});

it('is dragged to the place of another; Escape leaves it where it was', async () => {
  const { sent } = await show(() => ({ body: {} }));
  for (const [at, row] of [...screen.getByRole('list', { name: 'Issues' }).children].entries())
    row.getBoundingClientRect = () => new DOMRect(0, at * 40, 100, 40);
  const drag = (title: string, clientY: number) => {
    fireEvent.pointerDown(handle(title), { button: 0 });
    fireEvent.pointerMove(document, { clientY });
  };
  drag('Paint', 10);
  fireEvent.keyDown(document, { key: 'Escape' });
  fireEvent.pointerUp(document);
  expect(listed()).toEqual(['Hinge', 'Lock', 'Paint']);
  drag('Paint', 10);
  fireEvent.pointerUp(document);
  expect(listed()).toEqual(['Paint', 'Hinge', 'Lock']);
  await waitFor(() => expect(moves(sent).map(({ body }) => body)).toEqual([{ move_before_id: 1 }]));
});

it('goes back and says why where it cannot be moved', async () => {
  const { fetchPage } = await show(() => ({
    status: 403,
    body: { error: { code: 'forbidden', message: 'Not now.' } },
  }));
  handle('Hinge').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByText('Not now.')).toBeTruthy();
  await waitFor(() => expect(listed()).toEqual(['Hinge', 'Lock', 'Paint']));
  expect(fetchPage).toHaveBeenCalled();
});

it('has no handles in other orders, nor for those who may not move it; the order is one of a project', async () => {
  await show(undefined, { canReorder: false });
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Manual' })).toBeTruthy();
});
