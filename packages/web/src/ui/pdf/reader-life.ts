import { inTime } from './in-time.ts';
import { PdfFailure, type PdfProblem } from './pdf-failure.ts';

/** Ends all steps when the worker does: nobody else tells those who wait for it. */
export function watchWorker(port: EventTarget) {
  let ending: PdfProblem | null = null;
  const end = Promise.withResolvers<never>();
  // Nobody may be waiting.
  end.promise.catch(() => undefined);
  const over = (problem: PdfProblem): void => {
    ending ??= problem;
    end.reject(new PdfFailure(problem));
  };
  port.addEventListener('error', (event) => {
    // It is told where the pages are.
    event.preventDefault();
    over('missing');
  });
  const step = async <T>(work: Promise<T>, giveUp?: () => void): Promise<T> =>
    Promise.race([
      inTime(work, () => {
        over('broken');
        giveUp?.();
      }),
      end.promise,
    ]);
  return { step, over, hasEnded: () => ending !== null, hasFailed: () => ending === 'missing' };
}

type Reader = { hasEnded: () => boolean; close: () => void };

/** Gives the reader that is there, and starts another one in the place of one that has ended. */
export function cachedReader<T extends Reader>(start: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const begun = start();
    current = begun;
    // Who asks next begins again.
    begun.catch(() => {
      if (current === begun) current = null;
    });
    return begun;
  };
  return async (): Promise<T> => {
    const asked = current ?? begin();
    const reader = await asked;
    if (!reader.hasEnded()) return reader;
    if (current === asked) {
      reader.close();
      return begin();
    }
    return current ?? begin();
  };
}
