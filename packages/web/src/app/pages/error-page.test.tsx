import type { ErrorPageData } from '@tributary/contract/page/page-data.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import ErrorPage from './error.page.tsx';

async function show(status: number, message: string) {
  const data: ErrorPageData = { code: 'some', message };
  await renderPage(ErrorPage, pageData(data, { kind: 'error', status }));
  return screen.getByRole('main').textContent ?? '';
}

it('says in words who may see a page, not in those of the protocol', async () => {
  expect(await show(401, '401 Unauthorized')).toContain('Only signed-in users can view this page.');
});

it('says how one may come to see it', async () => {
  const told = await show(403, '403 Forbidden');
  expect(told).toContain('Ask an owner for access.');
  expect(told).not.toContain('403');
});

it('keeps a reason that the server gave', async () => {
  expect(await show(403, 'This page is out of date. Reload it and try again.')).toContain('This page is out of date.');
});

it('keeps what the server says of its own trouble', async () => {
  expect(await show(503, 'The service is temporarily unavailable.')).toContain('temporarily unavailable');
});
