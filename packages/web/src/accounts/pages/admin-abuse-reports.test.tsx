import type { AbuseReportItem, AdminAbuseReportsPageData } from '@tributary/contract/accounts/abuse.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import AdminAbuseReportsPage from './admin-abuse-reports.page.tsx';

const person = (id: number, name: string): UserView => ({
  id,
  username: `u${id}`,
  name,
  state: 'active',
  avatarUrl: null,
  publicEmail: null,
  isBot: false,
  kind: 'human',
});

const report = (id: number): AbuseReportItem => ({
  id,
  category: 'spam',
  createdAt: '2026-01-05T10:00:00.000Z',
  user: person(100 + id, `Person ${id}`),
  reporter: person(1, 'Ada'),
  seenPath: `/river/-/issues/${id}`,
  closedAt: null,
  closedBy: null,
});

const queue = (ids: readonly number[], page = 1) =>
  pageData<AdminAbuseReportsPageData>(
    { reports: ids.map(report), state: 'open', page, hasNext: false },
    { kind: 'admin_abuse_reports' },
  );

const closeButtons = () => screen.getAllByRole('button', { name: 'Close report' });

afterEach(() => vi.unstubAllGlobals());

it('reports are closed one after the other: the keyboard goes to the next, then to the one before', async () => {
  let left = [3, 2, 1];
  const { sent } = await renderPage(
    AdminAbuseReportsPage,
    queue(left),
    ({ path }) => {
      left = left.filter((id) => !path.endsWith(`/${id}/close`));
      return { status: 204 };
    },
    () => queue(left),
  );
  closeButtons()[1]?.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(closeButtons()).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(closeButtons()[1]));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(closeButtons()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(closeButtons()[0]));
  await userEvent.keyboard('{Enter}');
  await screen.findByText('No open reports');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  expect(sent.map(({ path }) => path)).toEqual([2, 1, 3].map((id) => `/admin/abuse_reports/${id}/close`));
});

it('a page after the last one says that the list is shorter, not that nothing is open', async () => {
  await renderPage(AdminAbuseReportsPage, queue([], 2));
  expect(screen.getByText('Nothing on this page')).toBeTruthy();
  expect(screen.queryByText('No open reports')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to the first page' })).toBeTruthy();
});
