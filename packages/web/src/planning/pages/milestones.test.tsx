import type { MilestonesPageData, PlanningContainer } from '@tributary/contract/planning/page.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import MilestonesPage from './milestones.page.tsx';

const place: PlanningContainer = { kind: 'group', id: 2, name: 'Works', fullPath: 'works', href: '/works' };
const data: MilestonesPageData = {
  place,
  state: 'active',
  counts: { active: 0, closed: 0, all: 0 },
  sort: 'due_date_asc',
  milestones: [],
  paging: { page: 1, perPage: 20, total: 0, hasNext: false },
  search: '',
  writing: { previewMarkdownPath: '/groups/works/-/preview_markdown', uploadsPath: '/groups/works/-/uploads' },
  can: { create: true },
};

beforeEach(() => localStorage.clear());

const show = () =>
  renderPage(MilestonesPage, pageData(data, { shell: shellData() }), ({ path }) =>
    path.includes('/preview_markdown')
      ? { body: { body: '<p><strong>snow</strong></p>', references: { users: [], suggestions: [], commands: '' } } }
      : { status: 201, body: {} },
  );

it('the description of a milestone of a group is written with preview and files, and sent with its keys', async () => {
  const { sent } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'New milestone' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Title/ }), 'Spring flood');
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Before the **snow** melts');
  expect(screen.getByRole('button', { name: /attach/i })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  expect((await screen.findByText('snow')).tagName).toBe('STRONG');
  // What is written is kept meanwhile.
  expect(sent.findLast(({ path }) => path.includes('/preview_markdown'))).toMatchObject({
    method: 'POST',
    path: '/groups/works/-/preview_markdown',
    body: { text: 'Before the **snow** melts' },
  });
  await userEvent.click(screen.getByRole('tab', { name: 'Write' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '.{Control>}{Enter}{/Control}');
  const made = sent.find(({ path }) => path === '/api/v4/groups/2/milestones');
  expect(made?.body).toMatchObject({ title: 'Spring flood', description: 'Before the **snow** melts.' });
});

it('what was begun on another device opens again by itself, once it is known', async () => {
  const other = pageData({ ...data, place: { ...place, id: 3 } }, { shell: shellData() });
  await renderPage(MilestonesPage, other, ({ method, path }) =>
    method === 'GET' && path === '/-/unfinished_texts?place=milestone-new-group-3'
      ? { body: [{ field: 'title', text: 'Spring flood', base: null, revision: 1, updated_at: '' }] }
      : { body: [] },
  );
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
  expect(title.value).toBe('Spring flood');
  expect(document.activeElement).not.toBe(title);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await expect.poll(() => screen.queryByRole('textbox', { name: /^Title/ })).toBeNull();
});

it('without a title nothing is sent, and the title is asked for', async () => {
  const { sent } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'New milestone' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Text{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Enter a title.')).toBeTruthy();
  expect(sent.filter(({ path }) => path.includes('/milestones'))).toEqual([]);
});
