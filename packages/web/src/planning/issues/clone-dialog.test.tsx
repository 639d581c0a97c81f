import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { CloneDialog } from './clone-dialog.tsx';

const page = {
  issue: { reference: '#4', projectId: 7, projectPath: 'works/door' },
  paths: { api: '/api/v4/projects/7/issues/4' },
} as IssueShowPageData;

it('is opened beside the first unless another project is chosen; what is sent again is the same request', async () => {
  let status = 502;
  const { sent, fetchPage } = await renderPage(
    () => <CloneDialog page={page} onClose={() => undefined} />,
    pageData({}),
    ({ path }) =>
      path.endsWith('/clone')
        ? { status, body: { web_url: 'https://forge.example/works/gate/-/issues/1' } }
        : { body: [{ id: 8, name: 'Gate', path_with_namespace: 'works/gate' }] },
  );
  const keys: (string | null)[] = [];
  const { fetch } = window;
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path.endsWith('/clone')) keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return fetch(path, init);
  });
  const clone = () => userEvent.click(screen.getByRole('button', { name: 'Clone issue' }));
  const cloned = () => sent.filter(({ path }) => path.endsWith('/clone')).map(({ body }) => body);
  // The keyboard goes there.
  const told = () => waitFor(() => expect(document.activeElement?.querySelector('[role="alert"]')).toBeTruthy());
  expect((await axe.run(document.body, { resultTypes: ['violations'] })).violations).toEqual([]);
  await clone();
  await told();
  await clone();
  await waitFor(() => expect(keys).toHaveLength(2));
  await told();
  await userEvent.click(screen.getByRole('button', { name: /^Project/ }));
  await userEvent.click(await screen.findByRole('option', { name: /works\/gate/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Include comments' }));
  status = 201;
  await clone();
  await waitFor(() => expect(fetchPage.mock.lastCall?.[0]).toContain('/works/gate/-/issues/1'));
  const near = { to_project_id: 7, with_notes: false };
  expect(cloned()).toEqual([near, near, { to_project_id: 8, with_notes: true }]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});
