import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../lib/time.tsx';

/** What happened, oldest first, along a line. */
export function Timeline({ children, label }: { children: ReactNode; label: string }) {
  return <ol aria-label={label}>{children}</ol>;
}

export type TimelineItemProps = {
  icon?: LucideIcon;
  /** Instead of the icon, e.g. an Avatar of 24. */
  visual?: ReactNode;
  actor?: ReactNode;
  children: ReactNode;
  at?: string;
  /** Card below the sentence. */
  body?: ReactNode;
  id?: string;
};

export function TimelineItem({ icon: Icon, visual, actor, children, at, body, id }: TimelineItemProps) {
  return (
    <li
      id={id}
      // An address that names it gives it the focus.
      {...(id !== undefined && { tabIndex: -1 })}
      // Each draws its own piece of the line, from below its picture on: nothing stands behind a card.
      className="relative flex gap-3 py-1.5 target:bg-diff-selected not-last:before:absolute not-last:before:top-7.5 not-last:before:-bottom-1.5 not-last:before:left-3 not-last:before:w-px not-last:before:bg-line"
    >
      <span
        className={clsx(
          'z-1 flex size-6 shrink-0 items-center justify-center rounded-full bg-surface',
          visual === undefined && 'border text-fg-muted',
        )}
      >
        {visual ?? (Icon !== undefined && <Icon size={12} aria-hidden />)}
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        <div className="text-fg-muted">
          {actor !== undefined && <>{actor} </>}
          {children}
          {at !== undefined && (
            <>
              {' '}
              <Time value={at} className="text-fg-faint" />
            </>
          )}
        </div>
        {body !== undefined && <div className="mt-2">{body}</div>}
      </div>
    </li>
  );
}
