import { createElement, type RefCallback, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useLoaded } from '../../ui/lazy-part.tsx';
import type { StickyBarProps } from './sticky-bar-content.tsx';

const loadContent = () => import('./sticky-bar-content.tsx');

/** Few scroll past the title sooner than this. */
const IDLE_MS = 1_000;

/**
 * Whether the element has scrolled out above the top bar. The reference follows the element: where the page draws it
 * again, as from a tab with a sidebar to one without, the new one is observed.
 */
export function useIsPast(): [RefCallback<HTMLElement>, boolean] {
  const [isPast, setPast] = useState(false);
  const reference = useCallback((element: HTMLElement) => {
    const bar = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--bar'), 10) || 0;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setPast(!entry.isIntersecting && entry.boundingClientRect.top < bar),
      { rootMargin: `-${bar}px 0px 0px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setPast(false);
    };
  }, []);
  return [reference, isPast];
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
export function StickyBar({ isShown, ...props }: StickyBarProps & { isShown: boolean }) {
  useToldPage();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const idle = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(idle);
  }, []);
  const content = useLoaded(loadContent, isShown || isIdle);
  return (
    <div className="no-print sticky top-(--bar) z-15 h-0">{isShown && content && createElement(content, props)}</div>
  );
}
