import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Count } from './count.tsx';

export type LinkTab = {
  key: string;
  label: string;
  href: string;
  count?: number | undefined;
  active?: boolean | undefined;
};

export const tabClasses = clsx(
  // The ring stands inside: the row scrolls sideways, and would cut it.
  'control relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-sm px-0.5 text-fg-muted no-underline hover:text-fg focus-visible:-outline-offset-2',
  'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full hover:after:bg-line-strong',
  'aria-[current=page]:font-medium aria-[current=page]:text-fg aria-[current=page]:after:bg-accent',
  'aria-selected:font-medium aria-selected:text-fg aria-selected:after:bg-accent',
);

/** On a narrow screen the row scrolls: the tab of this page is in view, with a part of the one before it. */
function reveal(tab: HTMLElement | null): void {
  tab?.parentElement?.scroll(tab.offsetLeft - 99, 0);
}

/** Tabs that are places: each has its address. What has no room beside them stands above, or goes where it is `data-wide`. */
export function LinkTabs({
  items,
  label,
  trailing,
  className,
}: {
  items: readonly LinkTab[];
  label: string;
  trailing?: ReactNode;
  className?: string;
}) {
  return (
    <div className={clsx('flex flex-wrap-reverse items-start gap-x-4 border-b', className)}>
      <nav
        aria-label={label}
        className="-mb-px flex min-w-0 flex-auto gap-5 overflow-x-auto overflow-y-hidden pb-px [scrollbar-width:none]"
      >
        {items.map((item) => (
          <a
            key={item.key}
            href={item.href}
            ref={item.active === true ? reveal : undefined}
            aria-current={item.active === true ? 'page' : undefined}
            className={tabClasses}
          >
            {item.label}
            {item.count !== undefined && <Count value={item.count} />}
          </a>
        ))}
      </nav>
      {trailing !== undefined && (
        <div className="ml-auto flex h-9 shrink-0 items-center gap-2 max-sm:has-[[data-wide]]:hidden">{trailing}</div>
      )}
    </div>
  );
}
