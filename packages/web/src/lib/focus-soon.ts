/** Frames to wait for what an answer draws: lists are drawn in the next one, a panel of its own piece a little later. */
const MAX_FRAMES = 30;

let latest = 0;

/**
 * Puts focus where the eye goes after an act, as soon as that is drawn. A later wish replaces an earlier one, and
 * somebody who has moved on in the meantime is left where they are when `ifLost` is set.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, options: { ifLost?: boolean } = {}): void {
  const mine = ++latest;
  let frames = 0;
  const attempt = () => {
    if (mine !== latest) return;
    if (options.ifLost === true && document.activeElement !== null && document.activeElement !== document.body) return;
    const target = find();
    if (target) target.focus({ preventScroll: options.ifLost === true });
    else if (++frames < MAX_FRAMES) requestAnimationFrame(attempt);
  };
  // Not before the next frame: what the answer takes away still stands in this one.
  requestAnimationFrame(() => requestAnimationFrame(attempt));
}
