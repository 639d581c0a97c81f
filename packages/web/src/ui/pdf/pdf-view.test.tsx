import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { MOST_PDF_BYTES } from './pdf-bytes.ts';
import PdfView from './pdf-view.tsx';

afterEach(() => vi.unstubAllGlobals());

test('one that is too large is not asked for, and says so', async () => {
  const fetched = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
  render(<PdfView src="/large.pdf" sizeBytes={MOST_PDF_BYTES + 1} label="large.pdf" />);
  expect((await screen.findByRole('alert')).textContent).toContain('too large to display here');
  expect(screen.queryByRole('button')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('one of unknown size that turns out too large says so', async () => {
  const body = new Uint8Array(MOST_PDF_BYTES + 1);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  render(<PdfView src="/large.pdf" sizeBytes={null} label="large.pdf" />);
  expect((await screen.findByRole('alert')).textContent).toContain('too large to display here');
});

test('one that cannot be had says so, and is asked for again with the keyboard kept', async () => {
  const answers = [new Response('gone', { status: 404 }), new Response('gone', { status: 502 })];
  const fetched = vi.fn<() => Promise<Response>>(async () => answers.shift() ?? new Promise<never>(() => undefined));
  vi.stubGlobal('fetch', fetched);
  render(<PdfView src="/gone.pdf" sizeBytes={100} label="gone.pdf" />);
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })));
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Loading gone.pdf');
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.queryByRole('alert')).toBeNull();
});
