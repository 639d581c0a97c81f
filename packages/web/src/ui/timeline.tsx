import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../lib/time.tsx';

/** What happened, oldest first, along a line. Parts of it may stand in boxes of their own, which lists of HTML do not allow. */
export function Timeline({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div role="list" aria-label={label}>
      {children}
    </div>
  );
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
    <div
      role="listitem"
      id={id}
      // An address that names it gives it the focus.
      {...(id !== undefined && { tabIndex: -1 })}
      className="timeline-item flex gap-3 py-1.5 target:bg-diff-selected"
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
    </div>
  );
}
