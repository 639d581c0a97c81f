import { clearOfHeader } from './clear-of-header.ts';
import { lineElement } from './piece-virtualizer.ts';

/** Frames to wait for what is drawn a little later, and for heights that were estimates to become true. */
const MAX_FRAMES = 60;
const STABLE_FRAMES = 3;

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

function focusElement(element: HTMLElement): void {
  if (!element.matches('[tabindex], a[href], button, input, select, textarea')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

export type ReaderWatch = { hasActed: () => boolean; stop: () => void };

/** Sees whether the reader took the page into their own hands since. */
export function watchReader(): ReaderWatch {
  const listening = new AbortController();
  let hasActed = false;
  for (const kind of ['wheel', 'touchmove', 'pointerdown']) {
    document.addEventListener(kind, () => (hasActed = true), { passive: true, signal: listening.signal });
  }
  return { hasActed: () => hasActed, stop: () => listening.abort() };
}

let latest = 0;

/**
 * Scrolls to an element that is there or will be in a moment, and stays with it until it stands still: what is off
 * screen has a height that is only guessed. `top` is where on the screen it shall stand. A later call ends an earlier
 * one, and so does a reader who scrolls. Answers whether it was there.
 */
export async function scrollToElement(
  id: string,
  options: { focus?: boolean; top?: number; maxFrames?: number } = {},
): Promise<boolean> {
  const mine = ++latest;
  const reader = watchReader();
  let stable = 0;
  let before = Number.NaN;
  let found: HTMLElement | null = null;
  for (let frame = 0; frame < (options.maxFrames ?? MAX_FRAMES) && stable < STABLE_FRAMES; frame++) {
    if (mine !== latest || reader.hasActed()) break;
    found = lineElement(id);
    if (found) {
      clearOfHeader(found);
      if (options.top === undefined) found.scrollIntoView({ block: 'start' });
      else window.scrollBy(0, found.getBoundingClientRect().top - options.top);
      const { top } = found.getBoundingClientRect();
      stable = Math.abs(top - before) < 1 ? stable + 1 : 0;
      before = top;
    }
    await nextFrame();
  }
  reader.stop();
  if (found && options.focus === true && mine === latest && !reader.hasActed()) focusElement(found);
  return found !== null;
}
