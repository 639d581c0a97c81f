import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- its address, not what it holds
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { inTime } from './in-time.ts';
import { pdfBytes } from './pdf-bytes.ts';
import { PdfFailure } from './pdf-failure.ts';
import { startWorker } from './trusted-worker.ts';

/** Sharp enough on any screen, and little enough memory on a phone. */
const MOST_PIXELS = 8_000_000;
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
  close: () => void;
};

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** The picture of a page is worth showing without its text; those who hear the text are told that there is none. */
async function textOf(page: PDFPageProxy): Promise<string> {
  try {
    const { items } = await inTime(page.getTextContent());
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  } catch {
    return 'The text of this page could not be read.';
  }
}

function drawing(pdf: PDFDocumentProxy): OpenPdf['draw'] {
  return async (number, canvas, width, signal) => {
    const page = await inTime(pdf.getPage(number));
    signal.throwIfAborted();
    const size = sizeOf(page);
    const wanted = (width / size.width) * Math.min(window.devicePixelRatio || 1, MOST_RATIO);
    const most = Math.sqrt(MOST_PIXELS / (size.width * size.height));
    const viewport = page.getViewport({ scale: Math.min(wanted, most) });
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    try {
      const task = page.render({ canvas, viewport, background: 'white' });
      const cancel = (): void => task.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      await inTime(task.promise, cancel).finally(() => signal.removeEventListener('abort', cancel));
      return { size, text: await textOf(page) };
    } finally {
      // What it was drawn from is read again when it is drawn again.
      page.cleanup();
    }
  };
}

/**
 * Reads a PDF that may come from anybody. A worker of its own reads it: nothing in it runs, no link or form of it is made,
 * and the worker can ask for nothing, so what such a file does stays in it. Only pictures of its pages and their text come back.
 */
export async function openPdf(src: string, signal: AbortSignal): Promise<OpenPdf> {
  const data = await pdfBytes(src, signal);
  const { getDocument, PDFWorker } = await import('pdfjs-dist');
  const port = startWorker(workerUrl);
  const worker = PDFWorker.create({ port });
  const close = (): void => {
    worker.destroy();
    port.terminate();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const pdf = await inTime(
      getDocument({
        data,
        worker,
        enableXfa: false,
        useWasm: false,
        useWorkerFetch: false,
        disableWorkerRendering: true,
        maxImageSize: MOST_PIXELS * 4,
        verbosity: 0,
      }).promise,
    );
    // A first page that is broken says so in its place.
    const firstSize = await inTime(pdf.getPage(1)).then(sizeOf, () => A4);
    return { pageCount: pdf.numPages, firstSize, draw: drawing(pdf), close };
  } catch (error) {
    close();
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new PdfFailure(isLocked ? 'locked' : 'broken', error);
  }
}
