import type { LabelEntry, LabelsPageData, PlanningContainer } from '@tributary/contract/planning/page.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import LabelsPage from './labels.page.tsx';

const place: PlanningContainer = { kind: 'project', id: 2, name: 'One', fullPath: 'works/one', href: '/works/one' };

const label = (id: number, name: string, isSubscribed: boolean): LabelEntry => ({
  id,
  name,
  color: '#cc0000',
  textColor: '#FFFFFF',
  description: '',
  scope: null,
  priority: null,
  owner: { kind: 'group', id: 7, name: 'Works', fullPath: 'works', href: '/works' },
  openIssuesCount: 0,
  openMergeRequestsCount: 0,
  filterHref: null,
  issuesHref: null,
  isArchived: false,
  isSubscribed,
  promotesTo: null,
  can: { update: false, delete: false, prioritize: false, subscribe: true },
});

const data: LabelsPageData = {
  place,
  labels: [label(3, 'bug', false), label(4, 'easy', true)],
  paging: { page: 1, perPage: 50, total: 2, hasNext: false },
  search: '',
  isSubscribedOnly: false,
  suggestedColors: [],
  can: { create: false, subscribe: true },
};

const show = (answer: () => ServerAnswer | Promise<ServerAnswer>, more: Partial<LabelsPageData> = {}) =>
  renderPage(LabelsPage, pageData({ ...data, ...more }, { shell: shellData() }), answer);
const button = (name: string) => screen.getByRole('button', { name });

it('a press subscribes in the place of the page, says so at once and aloud, and the next one takes it back', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { sent } = await show(async () => {
    await arrived;
    return { status: 201, body: {} };
  });
  await userEvent.click(button('Subscribe to bug'));
  // Shown before it is saved; what is pressed meanwhile waits.
  const pressed = button('Unsubscribe from bug');
  expect(pressed.textContent).toBe('Unsubscribe');
  expect(document.activeElement).toBe(pressed);
  await userEvent.click(pressed);
  arrive();
  expect(await screen.findByText('Subscribed to bug')).toBeTruthy();
  await userEvent.click(button('Unsubscribe from bug'));
  expect(await screen.findByText('Unsubscribed from bug')).toBeTruthy();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v4/projects/2/labels/3/subscribe',
    'POST /api/v4/projects/2/labels/3/unsubscribe',
  ]);
});

it('what failed is told in its row, which says again what counts', async () => {
  await show(() => ({ status: 403, body: { message: '403 Forbidden' } }));
  await userEvent.click(button('Unsubscribe from easy'));
  const row = (await screen.findByRole('alert')).closest<HTMLElement>('[data-row]');
  if (!row) throw new Error('no row');
  expect(within(row).getByRole('button', { name: 'Unsubscribe from easy' })).toBeTruthy();
  expect(within(row).queryByText('Unsubscribed from easy')).toBeNull();
});

it('what another window has said already is no failure', async () => {
  await show(() => ({ status: 304 }));
  await userEvent.click(button('Subscribe to bug'));
  expect(await screen.findByText('Subscribed to bug')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('those one is subscribed to have a tab, which tells when there are none', async () => {
  await show(() => ({}), { labels: [], isSubscribedOnly: true });
  const tabs = within(screen.getByRole('navigation', { name: 'Label filter' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
    ['All', null],
    ['Subscribed', 'page'],
  ]);
  expect(screen.getByText('No subscribed labels')).toBeTruthy();
});

it('nobody who may not subscribe is asked to', async () => {
  const mayNot = { ...label(3, 'bug', false), can: { ...label(3, 'bug', false).can, subscribe: false } };
  await show(() => ({}), { labels: [mayNot], can: { create: false, subscribe: false } });
  expect(screen.getByText('bug')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Subscribe to bug' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Label filter' })).toBeNull();
});

it('a label is promoted to the group once that is confirmed, with what becomes of others of its name', async () => {
  const own = { ...label(3, 'bug', false), owner: place, promotesTo: 'works' };
  const { sent } = await show(() => ({ body: {} }), { labels: [own] });
  const promotions = () => sent.filter(({ path }) => path.endsWith('/promote'));
  await userEvent.click(button('Promote bug to group label'));
  expect(await screen.findByText(/labels with the same name are merged into it/)).toBeTruthy();
  await userEvent.click(button('Cancel'));
  expect(promotions()).toEqual([]);
  await userEvent.click(button('Promote bug to group label'));
  await userEvent.click(await screen.findByRole('button', { name: 'Promote label' }));
  expect(promotions()).toMatchObject([{ method: 'PUT', path: '/api/v4/projects/2/labels/3/promote' }]);
});
