import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';

type Sight = (entries: { isIntersecting: boolean }[]) => void;
const sights = new Map<Element, Sight>();

beforeEach(() => {
  sights.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly sight: Sight;
      readonly seen: Element[] = [];
      constructor(sight: Sight) {
        this.sight = sight;
      }
      observe(element: Element): void {
        this.seen.push(element);
        sights.set(element, this.sight);
      }
      disconnect(): void {
        for (const each of this.seen) sights.delete(each);
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

const canvasOf = (page: number) => screen.getByRole<HTMLCanvasElement>('img', { name: `Page ${page} of manual.pdf` });

async function bring(page: number, isIntersecting: boolean): Promise<void> {
  const canvas = canvasOf(page);
  await act(async () => sights.get(canvas)?.([{ isIntersecting }]));
}

function pdfThat(draw: OpenPdf['draw']): OpenPdf {
  return { pageCount: 2, firstSize: { width: 400, height: 200 }, draw };
}

const drawsWell: OpenPdf['draw'] = async (page, canvas) => {
  canvas.width = 800;
  canvas.height = 1_000;
  return { size: { width: 400, height: 500 }, text: `Text ${page}` };
};

test('a page is drawn when it comes near, let go far away, and drawn again', async () => {
  const draw = vi.fn<OpenPdf['draw']>(drawsWell);
  render(<PdfPage pdf={pdfThat(draw)} page={1} label="manual.pdf" />);
  expect(draw).not.toHaveBeenCalled();
  await bring(1, true);
  await screen.findByText('Text 1');
  expect(canvasOf(1).width).toBe(800);
  const place = canvasOf(1).parentElement;
  expect(place?.style.aspectRatio).toBe('400 / 500');
  await bring(1, false);
  expect([canvasOf(1).width, canvasOf(1).height]).toEqual([0, 0]);
  expect(place?.style.aspectRatio).toBe('400 / 500');
  expect(screen.getByText('Text 1')).toBeTruthy();
  await bring(1, true);
  await waitFor(() => expect(canvasOf(1).width).toBe(800));
  expect(draw).toHaveBeenCalledTimes(2);
});

test('what goes far away while it is drawn is stopped, and no failure', async () => {
  const signals: AbortSignal[] = [];
  const draw: OpenPdf['draw'] = (_page, _canvas, _width, signal) => {
    signals.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  };
  render(<PdfPage pdf={pdfThat(draw)} page={1} label="manual.pdf" />);
  await bring(1, true);
  await bring(1, false);
  expect(signals.map((each) => each.aborted)).toEqual([true]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page that fails says so in its place, beside the others, and can be tried again', async () => {
  let failures = 2;
  const draw: OpenPdf['draw'] = async (page, ...rest) => {
    if (page === 2 && failures-- > 0) throw new Error('broken');
    return drawsWell(page, ...rest);
  };
  const pdf = pdfThat(draw);
  render(
    <ol>
      <PdfPage pdf={pdf} page={1} label="manual.pdf" />
      <PdfPage pdf={pdf} page={2} label="manual.pdf" />
    </ol>,
  );
  await bring(1, true);
  await bring(2, true);
  expect((await screen.findByRole('alert')).textContent).toContain('Page 2 could not be displayed.');
  expect(canvasOf(1).width).toBe(800);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await bring(2, true);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(again);
  await userEvent.keyboard('{Enter}');
  await bring(2, true);
  await screen.findByText('Text 2');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});
