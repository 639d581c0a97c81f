/** Longer than anything takes that is waited for; then keys are what they always are. */
const MOST_MS = 5_000;

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta']);
const FIELD = 'textarea, input, [contenteditable="true"]';

let waiting = 0;
let held: KeyboardEvent[] = [];
let stop: (() => void) | null = null;
let isReplaying = false;

/** Their default is the browser's and cannot be repeated by us, or they are no keys of the page. */
function isPassedOn({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const isSend = key === 'Enter' && !altKey;
  return (
    isReplaying || isComposing || MODIFIERS.has(key) || key === 'Tab' || ((ctrlKey || metaKey || altKey) && !isSend)
  );
}

function onKeyDown(event: KeyboardEvent): void {
  if (isPassedOn(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A key that is held down does not go on after the wait.
  if (!event.repeat) held.push(event);
}

function drop(): void {
  held = [];
  stop?.();
  stop = null;
}

function listen(): void {
  if (stop !== null) return;
  const end = new AbortController();
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: end.signal });
  // Who takes the pointer is elsewhere by now.
  window.addEventListener('pointerdown', drop, { capture: true, signal: end.signal });
  stop = () => end.abort();
}

/** Text goes into the field that has the keyboard, as if it was typed there; other keys are pressed again. */
function replay(event: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const { key, code, shiftKey, ctrlKey, metaKey } = event;
  const init = { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true };
  isReplaying = true;
  const isLeft = target.dispatchEvent(new KeyboardEvent('keydown', init));
  isReplaying = false;
  if (!isLeft || !target.matches(FIELD)) return;
  // There is no other way that leaves the field its undo.
  if (key.length === 1) document.execCommand('insertText', false, key);
  else if (key === 'Enter') document.execCommand('insertLineBreak');
  else if (key === 'Backspace') document.execCommand('delete');
}

function release(): void {
  for (let next = held.shift(); next !== undefined; next = held.shift()) {
    replay(next);
    // What it did is waited for by those after it.
    if (waiting > 0) return;
  }
  drop();
}

/**
 * While something is on its way that decides what the next keys are for, they wait: afterwards they come in their order.
 * Otherwise they would do something else where the focus still is, or be lost.
 */
export function holdKeysUntil(arrival: Promise<unknown>): void {
  waiting += 1;
  listen();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    waiting -= 1;
    if (waiting === 0) release();
  };
  const timer = setTimeout(() => {
    drop();
    end();
  }, MOST_MS);
  arrival.then(end, end);
}

/** When a field has the keyboard, which takes what is typed. */
async function untilFieldHasFocus(): Promise<void> {
  const end = performance.now() + MOST_MS;
  while (document.activeElement?.matches(FIELD) !== true && performance.now() < end) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** For what opens a field that takes the keyboard a moment later: whoever types on at once means the field. */
export function opensField<Args extends unknown[]>(open: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    open(...args);
    holdKeysUntil(untilFieldHasFocus());
  };
}
