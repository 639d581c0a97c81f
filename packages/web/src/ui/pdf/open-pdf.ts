import type { PDFPageProxy } from 'pdfjs-dist';
import { MOST_PIXELS, type PdfReader, startReader } from './pdf-reader.ts';
import { cachedReader } from './reader-life.ts';

const MOST_RATIO = 2;
/** For a document whose first page cannot be read. */
const A4: PageSize = { width: 595, height: 842 };

export type PageSize = { width: number; height: number };

export type DrawnPage = { size: PageSize; text: string };

export type OpenPdf = {
  pageCount: number;
  /** Of the first page: most have all of one size. */
  firstSize: PageSize;
  /** Draws a page as wide as this, in pixels of the style. It fails when the page cannot be drawn, and when it is stopped. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<DrawnPage>;
};

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** The image of a page is worth showing without its text; those who hear the text are told that there is none. */
async function textOf(page: PDFPageProxy, { step }: PdfReader): Promise<string> {
  try {
    const { items } = await step(page.getTextContent());
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  } catch {
    return 'The text of this page could not be read.';
  }
}

async function drawWith(reader: PdfReader, ...[number, canvas, width, signal]: Parameters<OpenPdf['draw']>) {
  const { pdf, step } = reader;
  const page = await step(pdf.getPage(number));
  signal.throwIfAborted();
  const size = sizeOf(page);
  const wanted = (width / size.width) * Math.min(window.devicePixelRatio || 1, MOST_RATIO);
  const most = Math.sqrt(MOST_PIXELS / (size.width * size.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport, background: 'white' });
  const cancel = (): void => task.cancel();
  try {
    signal.addEventListener('abort', cancel, { once: true });
    await step(task.promise).finally(() => signal.removeEventListener('abort', cancel));
    return { size, text: await textOf(page, reader) };
  } catch (error) {
    // It may wait for a worker that is no more; the canvas is needed again.
    cancel();
    throw error;
  } finally {
    // What it was drawn from is read again when it is drawn again.
    page.cleanup();
  }
}

/**
 * Reads a PDF that may come from anyone. A worker of its own reads it: nothing in it runs, no link or form of it is made,
 * and the worker can ask for nothing, so what such a file does stays in it. Only images of its pages and their text come
 * back. Of a worker that ended another one takes the place: at once when it said so, else with the next page.
 */
export async function openPdf(src: string, signal: AbortSignal): Promise<OpenPdf> {
  const reader = cachedReader(() => startReader(src, signal));
  const { pdf, step } = await reader();
  // A first page that is broken says so in its place.
  const firstSize = await step(pdf.getPage(1)).then(sizeOf, () => A4);
  return {
    pageCount: pdf.numPages,
    firstSize,
    draw: async (page, canvas, width, stop) => {
      const first = await reader();
      try {
        return await drawWith(first, page, canvas, width, stop);
      } catch (error) {
        if (!first.hasFailed() || stop.aborted) throw error;
        return drawWith(await reader(), page, canvas, width, stop);
      }
    },
  };
}
