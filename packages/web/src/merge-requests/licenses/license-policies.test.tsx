import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../app/query-client.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { LicensePolicies } from './license-policies.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a policy is removed after a question, and the next one has the focus', async () => {
  let policies = ['GPL-3.0', 'MIT'].map((name, id) => ({ id, name, approval_status: 'denied' }));
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Promise.resolve(Response.json(policies));
    policies = policies.filter(({ id }) => !url.endsWith(`/${id}`));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  render(
    <>
      <LicensePolicies projectId={1} canChange />
      <ConfirmHost />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove GPL-3.0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('GPL-3.0')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove GPL-3.0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove license policy' }));
  await waitFor(() => expect(screen.queryByText('GPL-3.0')).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove MIT'));
});
