import { expect, it, vi } from 'vitest';
import { pageData } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { patchPreferences } from './preferences.ts';

it('keeps a choice also when the page is left right after it', async () => {
  await renderPage(() => null, pageData({}));
  const sent: [string, RequestInit | undefined][] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    sent.push([path, init]);
    return new Response(null, { status: 204 });
  });
  patchPreferences({ view_diffs_file_by_file: true });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const [path, init] = sent[0] ?? [];
  expect([path, init?.method, init?.body]).toEqual([
    '/api/v4/user/preferences',
    'PUT',
    JSON.stringify({ view_diffs_file_by_file: true }),
  ]);
  expect(init?.keepalive).toBe(true);
});
