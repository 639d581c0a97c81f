import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../app/query-client.ts';
import { license } from './license.ts';
import { ReportRow } from './report-row.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const mit = { name: 'MIT', url: null, dependencies: [], classification: { name: 'MIT', approval_status: 'denied' } };
const verdict = { has_denied_licenses: true, approval_required: false };
const FULL = { ...verdict, new_licenses: [mit], existing_licenses: [], removed_licenses: [] };
const COLLAPSED = { ...verdict, new_licenses: 1, existing_licenses: 0, removed_licenses: 0 };

test('a report with an address for its row asks for the details once, when it is opened', async () => {
  const asked: string[] = [];
  let fails = true;
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    asked.push(path);
    if (path === '/row') return Promise.resolve(Response.json(COLLAPSED));
    return Promise.resolve(fails ? Response.json({ status_reason: 'x' }, { status: 400 }) : Response.json(FULL));
  });
  render(<ReportRow definition={license} path="/full" collapsedPath="/row" version="1" actions={[]} />);
  await screen.findByText('License Compliance detected 1 new license and policy violations');
  expect(asked).toEqual(['/row']);
  fireEvent.click(screen.getByRole('button', { name: 'Expand' }));
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('MIT');
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  expect(screen.queryByText('MIT')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Expand' }));
  await screen.findByText('MIT');
  expect(asked).toEqual(['/row', '/full', '/full']);
});
