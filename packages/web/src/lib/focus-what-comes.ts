/** What the keyboard goes on with. */
const NEXT = '[data-retry], [data-diff]';

const watching = new WeakMap<Element, MutationObserver>();

/**
 * What came within the part that the pressed button was in, and only there: a card has other buttons to try again, and
 * threads with lines of their own. Of what was there before, only the lines that the button stood beside.
 */
function comeIn(part: Element, before: ReadonlySet<Element>): HTMLElement | undefined {
  const all = [...part.querySelectorAll<HTMLElement>(NEXT)];
  const come = all.filter((each) => !before.has(each));
  const isBeside = (each: Element) => each.parentElement === part;
  return come.find(isBeside) ?? come[0] ?? all.find((each) => isBeside(each) && each.matches('[data-diff]'));
}

function partsAround(pressed: Element, place: Element): Element[] {
  const parts: Element[] = [];
  for (let part = pressed.parentElement; part && part !== place; part = part.parentElement) parts.push(part);
  return [...parts, place];
}

/**
 * For a button that disappears with what it asks for: lines that come in its place, or another button to try again, take
 * the keyboard; until they are there the card (or the page) around it holds it. Whoever goes elsewhere meanwhile is left
 * there. Called with the press.
 */
export function focusWhatComes(pressed: Element): void {
  const place = pressed.closest<HTMLElement>('[data-file-card], main');
  if (!place) return;
  watching.get(place)?.disconnect();
  const parts = partsAround(pressed, place);
  const before = new Set(place.querySelectorAll(NEXT));
  const observer = new MutationObserver(() => {
    if (pressed.isConnected) return;
    const isHeld =
      document.activeElement === null || [place, document.body].includes(document.activeElement as HTMLElement);
    const part = parts.find((each) => each.isConnected) ?? place;
    const next = isHeld ? comeIn(part, before) : undefined;
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
