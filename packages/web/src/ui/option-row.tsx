import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type OptionRowProps = {
  id: string;
  /** Where the keys are: it stays in view. */
  isActive: boolean;
  /** What is said to be selected, where that is not the row the keys are at. */
  isChosen?: boolean;
  className: string;
  onHover: () => void;
  onPick: () => void;
  children: ReactNode;
};

/** One line of a list that is chosen from with the keys of a text box above it (`useListKeys`). */
export function OptionRow({ id, isActive, isChosen = isActive, className, onHover, onPick, children }: OptionRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys arrive at the text box above
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-highlighted={isActive ? '' : undefined}
      onPointerMove={onHover}
      onClick={onPick}
      className={clsx('cursor-pointer', className)}
    >
      {children}
    </div>
  );
}

/** Before what is chosen; the room is kept where nothing is. */
export function OptionTick({ isChosen }: { isChosen: boolean }) {
  return <Check size={14} className={clsx('shrink-0', !isChosen && 'invisible')} aria-hidden />;
}
