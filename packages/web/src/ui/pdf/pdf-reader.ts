import type { PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- its address, not what it holds
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { pdfBytes } from './pdf-bytes.ts';
import { PdfFailure } from './pdf-failure.ts';
import { watchWorker } from './reader-life.ts';
import { startWorker } from './trusted-worker.ts';

/** Sharp enough on any screen, and little enough memory on a phone. */
export const MOST_PIXELS = 8_000_000;

/** A document, and the worker that reads it. */
export type PdfReader = {
  pdf: PDFDocumentProxy;
  /** Nothing will come of it any more: its worker failed, or did not answer in time. */
  hasEnded: () => boolean;
  /** The worker itself failed, and not over what it had to read. */
  hasFailed: () => boolean;
  /** Does one step of reading: fails when the worker ends meanwhile, and when it takes too long. */
  step: <T>(work: Promise<T>, giveUp?: () => void) => Promise<T>;
  close: () => void;
};

/** A worker of its own reads the document, until it is closed or what it is for is given up. */
export async function startReader(src: string, signal: AbortSignal): Promise<PdfReader> {
  const data = await pdfBytes(src, signal);
  const { getDocument, PDFWorker } = await import('pdfjs-dist');
  signal.throwIfAborted();
  const port = startWorker(workerUrl);
  const { step, over, ...ends } = watchWorker(port);
  const worker = PDFWorker.create({ port });
  const close = (): void => {
    signal.removeEventListener('abort', close);
    over('broken');
    worker.destroy();
    port.terminate();
  };
  signal.addEventListener('abort', close);
  try {
    const pdf = await step(
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
    return { pdf, step, ...ends, close };
  } catch (error) {
    close();
    if (error instanceof PdfFailure) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new PdfFailure(isLocked ? 'locked' : 'broken', error);
  }
}
