import { Button } from '../button.tsx';

/** On an element that stays where a notice comes and goes: it holds the keyboard while something is tried again. */
export const holdsFocus = { 'data-holds-focus': true, tabIndex: -1 } as const;

const holderOf = (button: Element) => button.closest<HTMLElement>('[data-holds-focus]');

/** Whoever tried again, and went nowhere else meanwhile, can try once more. */
function takeBack(button: HTMLButtonElement | null): void {
  if (button && holderOf(button) === document.activeElement) button.focus({ preventScroll: true });
}

/** Why there is no image here. */
export function PdfNotice({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-6 text-center text-fg-muted">
      <p>{text}</p>
      {onRetry && (
        <Button
          size="sm"
          ref={takeBack}
          onClick={(event) => {
            holderOf(event.currentTarget)?.focus({ preventScroll: true });
            onRetry();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
