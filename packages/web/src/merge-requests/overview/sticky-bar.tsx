import clsx from 'clsx';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { LinkTab } from '../../ui/link-tabs.tsx';

/** Has this scrolled out above the top bar? */
export function useIsPast(place: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const bar = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--bar'), 10) || 0;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setPast(!entry.isIntersecting && entry.boundingClientRect.top < bar),
      { rootMargin: `-${bar}px 0px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isPast;
}

/** Tells the page that it has a bar of its own, before anything is placed below it. */
function useToldPage(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.toggleAttribute('data-sticky-title', true);
    return () => page.removeAttribute('data-sticky-title');
  }, []);
}

/**
 * The title row and the tabs once they are scrolled away, in one line of 44 px. It takes no place of its own, so
 * nothing moves when it comes; `base.css` keeps what is jumped to below it.
 */
export function StickyBar(props: {
  isShown: boolean;
  isWide: boolean;
  badge: ReactNode;
  title: ReactNode;
  reference: string;
  tabs: readonly LinkTab[];
  trailing: ReactNode;
}) {
  useToldPage();
  return (
    <div className="no-print sticky top-(--bar) z-15 h-0">
      {props.isShown && (
        <div className="absolute inset-x-0 top-0 h-11 border-b bg-surface">
          <div
            className={clsx(
              'mx-auto flex h-full w-full items-center gap-3 px-4 sm:px-6',
              !props.isWide && 'max-w-reading',
            )}
          >
            <span className="flex shrink-0">{props.badge}</span>
            <span className="min-w-0 flex-1 truncate">
              <span className="font-semibold">{props.title}</span>{' '}
              <span className="text-fg-muted">{props.reference}</span>
            </span>
            <nav aria-label="Sections of the merge request" className="flex shrink-0 gap-4 max-md:hidden">
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
      )}
    </div>
  );
}
