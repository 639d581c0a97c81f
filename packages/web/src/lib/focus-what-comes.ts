/** What the keyboard goes on with, the first of them in the order of the page. */
const NEXT = '[data-retry], [data-diff]';

const watching = new WeakMap<Element, MutationObserver>();

/**
 * For a button that disappears with what it asks for: lines that come in its place, or another button to try again, take
 * the keyboard; until they are there the card (or the page) around it holds it. Whoever goes elsewhere meanwhile is left
 * there. Called with the press.
 */
export function focusWhatComes(pressed: Element): void {
  const place = pressed.closest<HTMLElement>('[data-file-card], main');
  if (!place) return;
  watching.get(place)?.disconnect();
  const observer = new MutationObserver(() => {
    if (pressed.isConnected) return;
    const isHeld =
      document.activeElement === null || [place, document.body].includes(document.activeElement as HTMLElement);
    const next = isHeld ? place.querySelector<HTMLElement>(NEXT) : null;
    if (next || !isHeld) observer.disconnect();
    if (next) next.focus({ preventScroll: true });
    else if (isHeld) hold(place);
  });
  watching.set(place, observer);
  observer.observe(place, { childList: true, subtree: true });
}

function hold(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
