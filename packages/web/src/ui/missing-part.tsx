import { useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { floatingClasses } from './floating.ts';

export type MissingPartProps = {
  /** Drawn again for those who pressed its button and failed again: the keyboard stays on it. */
  isAskedAgain?: boolean;
  onRetry: () => void;
};

/** A file of the page could not be had: told where what it holds would be. */
export function MissingPart({ isAskedAgain = false, onRetry }: MissingPartProps) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 p-2 text-sm text-failed">
      Could not load this part. Check your network.
      <Button size="sm" autoFocus={isAskedAgain} onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

const EDGE_PX = 8;

/**
 * The same above the page: below the element before it, or below what was pressed. Escape and a press elsewhere close it.
 * In the top layer it is cut by nothing, and the keyboard comes to it next.
 */
export function FloatingMissingPart(props: MissingPartProps & { isBeside?: boolean; onClose: () => void }) {
  const { isBeside = false, isAskedAgain = false, onClose, onRetry } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const notice = place.current;
    if (!notice) return;
    const { left = 0, bottom = 0 } =
      (isBeside ? notice.previousElementSibling : document.activeElement)?.getBoundingClientRect() ?? {};
    // Not in the pages of tests.
    if ('showPopover' in notice) notice.showPopover();
    if (isAskedAgain) notice.querySelector('button')?.focus();
    notice.style.left = `${Math.max(EDGE_PX, Math.min(left, document.documentElement.clientWidth - notice.offsetWidth - EDGE_PX))}px`;
    notice.style.top = `${Math.max(EDGE_PX, Math.min(bottom + 4, window.innerHeight - notice.offsetHeight - EDGE_PX))}px`;
  }, [isBeside, isAskedAgain]);
  return (
    <div
      ref={place}
      popover="auto"
      onToggle={(event) => event.newState === 'closed' && onClose()}
      className={`${floatingClasses} inset-auto m-0 max-w-[calc(100vw-1rem)]`}
    >
      <MissingPart isAskedAgain={isAskedAgain} onRetry={onRetry} />
    </div>
  );
}
