import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { LinkTab } from '../../ui/link-tabs.tsx';

export type StickyBarProps = {
  isWide: boolean;
  badge: ReactNode;
  title: ReactNode;
  /** The whole of it, where its end is cut. */
  plainTitle: string;
  reference: string;
  tabs: readonly LinkTab[];
  trailing: ReactNode;
};

/** Title and tabs in one line. */
export default function StickyBarContent(props: StickyBarProps) {
  return (
    <div className="absolute inset-x-0 top-0 h-11 border-b bg-surface">
      <div className={clsx('flex h-full w-full items-center gap-3 px-4 sm:px-6', !props.isWide && 'max-w-reading')}>
        <span className="flex shrink-0">{props.badge}</span>
        <span className="min-w-0 flex-1 truncate" title={props.plainTitle}>
          <span className="font-semibold">{props.title}</span> <span className="text-fg-muted">{props.reference}</span>
        </span>
        <nav aria-label="Merge request sections" className="flex shrink-0 gap-4 max-md:hidden">
          {props.tabs.map((tab) => (
            <a
              key={tab.key}
              href={tab.href}
              aria-current={tab.active === true ? 'page' : undefined}
              className="text-fg-muted hover:text-fg aria-[current=page]:font-medium aria-[current=page]:text-fg"
            >
              {tab.label}
            </a>
          ))}
        </nav>
        <span className="shrink-0 text-sm text-fg-muted">{props.trailing}</span>
      </div>
    </div>
  );
}
