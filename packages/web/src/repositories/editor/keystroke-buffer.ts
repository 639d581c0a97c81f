/** Longer than any page takes; then keys are what they always are. */
const MOST_MS = 3_000;

let typed = '';
let end: (() => void) | null = null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab') {
    end?.();
    return;
  }
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Users type on while the page with the field is still on its way. From now on their letters are kept for it, instead
 * of being lost or taken for other keys.
 */
export function bufferKeystrokes(): void {
  end?.();
  typed = '';
  document.addEventListener('keydown', onKeyDown, { capture: true });
  const timer = setTimeout(() => end?.(), MOST_MS);
  end = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    end = null;
    typed = '';
  };
}

/** The letters so far; from here on the field takes them itself. */
export function takeBufferedKeystrokes(): string {
  const text = typed;
  end?.();
  return text;
}
