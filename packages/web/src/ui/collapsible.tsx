import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';

export type CollapsibleProps = {
  title: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** At the right end of the title row; does not toggle. */
  trailing?: ReactNode;
  className?: string;
};

export function Collapsible({
  title,
  children,
  defaultOpen = false,
  open,
  onOpenChange,
  trailing,
  className,
}: CollapsibleProps) {
  const id = useId();
  const [own, setOwn] = useState(defaultOpen);
  const isOpen = open ?? own;
  const toggle = (): void => {
    setOwn(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return (
    <div className={className}>
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="control flex min-w-0 flex-1 items-center gap-1 rounded-sm py-1 text-left font-medium hover:text-accent-fg"
        >
          <ChevronRight
            size={14}
            className={clsx(
              'shrink-0 text-fg-faint transition-transform duration-[var(--motion-quick)]',
              isOpen && 'rotate-90',
            )}
            aria-hidden
          />
          <span className="min-w-0">{title}</span>
        </button>
        {trailing}
      </div>
      <div id={id} hidden={!isOpen} className="animate-unfold">
        {isOpen && children}
      </div>
    </div>
  );
}
