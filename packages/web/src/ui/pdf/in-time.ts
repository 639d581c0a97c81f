import { PdfFailure } from './pdf-failure.ts';

/** How long one step of reading may take; something that never ends is ended. */
export const MOST_SECONDS = 20;

/**
 * Fails, after `giveUp`, when work takes too long. Only seconds in which the page can be seen count: in the background
 * browsers draw nothing, and what waits for that stands still.
 */
export async function inTime<T>(work: Promise<T>, giveUp?: () => void): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = new Promise<never>((_, reject) => {
    let seconds = 0;
    timer = setInterval(() => {
      if (document.visibilityState === 'visible') seconds += 1;
      if (seconds < MOST_SECONDS) return;
      reject(new PdfFailure('broken'));
      giveUp?.();
    }, 1_000);
  });
  return Promise.race([work, end]).finally(() => clearInterval(timer));
}
