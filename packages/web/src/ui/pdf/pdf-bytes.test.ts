import { afterEach, expect, test, vi } from 'vitest';
import { MOST_PDF_BYTES, pdfBytes } from './pdf-bytes.ts';

afterEach(() => vi.unstubAllGlobals());

const read = (answer: Response) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  return pdfBytes('/file.pdf', new AbortController().signal);
};

test('all pieces come together', async () => {
  const pieces = [Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = pieces.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  expect(await read(new Response(body))).toEqual(Uint8Array.of(1, 2, 3));
});

test('no more is read than may be held, whatever its size was said to be', async () => {
  const piece = new Uint8Array(1_024 * 1_024);
  const cancelled = vi.fn<() => void>();
  let asked = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      asked += piece.length;
      controller.enqueue(piece);
    },
    cancel: cancelled,
  });
  await expect(read(new Response(endless, { headers: { 'content-length': '10' } }))).rejects.toMatchObject({
    problem: 'too_large',
  });
  expect(cancelled).toHaveBeenCalledOnce();
  expect(asked).toBeLessThanOrEqual(MOST_PDF_BYTES + 3 * piece.length);
});

test('what cannot be had is missing', async () => {
  await expect(read(new Response('gone', { status: 404 }))).rejects.toMatchObject({ problem: 'missing' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await expect(pdfBytes('/file.pdf', new AbortController().signal)).rejects.toMatchObject({ problem: 'missing' });
});
