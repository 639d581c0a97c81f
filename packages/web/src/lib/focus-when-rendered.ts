/** To wait for what an answer draws: lists are drawn in the next frame, a panel of its own piece when that has come. */
const PATIENCE_MS = 10_000;
/** From then on someone who puts focus elsewhere meanwhile is left there. */
const SURE_MS = 500;

let latest = 0;

/**
 * Puts focus where the eye goes after an act, as soon as that is drawn. A later wish replaces an earlier one, and
 * someone who has moved on in the meantime is left where they are when `ifLost` is set: until that goes away, as what a
 * dialog has given focus back to does when its list is drawn without it.
 */
export function focusWhenRendered(
  find: () => HTMLElement | null | undefined,
  options: { ifLost?: boolean } = {},
): void {
  const mine = ++latest;
  const begun = performance.now();
  const before = document.activeElement;
  let holder: Element | null = null;
  /** Undefined when someone left the holder on purpose. */
  const isLost = (): boolean | undefined => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      return holder?.isConnected === true ? undefined : true;
    // One that went away handed the focus on, as the button in a dialog does when that closes.
    if (holder?.isConnected !== true) holder = activeElement;
    return holder === activeElement ? false : undefined;
  };
  const attempt = () => {
    if (mine !== latest) return;
    const waited = performance.now() - begun;
    const lost = options.ifLost === true ? isLost() : true;
    if (lost === false && waited < PATIENCE_MS) requestAnimationFrame(attempt);
    if (lost !== true) return;
    const target = find();
    if (target) target.focus({ preventScroll: options.ifLost === true });
    else if (waited < PATIENCE_MS && (waited < SURE_MS || isWhere(before))) requestAnimationFrame(attempt);
  };
  // Not before the next frame: what the answer takes away still stands in this one.
  requestAnimationFrame(() => requestAnimationFrame(attempt));
}

/** Focus is where it was, or nowhere because that is gone. */
function isWhere(before: Element | null): boolean {
  return [null, before, document.body].includes(document.activeElement);
}
