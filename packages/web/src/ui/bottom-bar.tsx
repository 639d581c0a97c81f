import clsx from 'clsx';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

const heights = new Map<Element, number>();

/** How high the bars stand, for what floats at the bottom: see `ToastRegion`. */
function tell(): void {
  const total = [...heights.values()].reduce((sum, height) => sum + height, 0);
  document.documentElement.style.setProperty('--bottom-bars', `${total}px`);
}

type Props = { label: string; children: ReactNode; className?: string; ref?: Ref<HTMLElement> };

/** Stays at the bottom of what is read. Nothing that floats covers it. */
export function BottomBar({ label, children, className, ref }: Props) {
  const own = useRef<HTMLElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => own.current);
  useLayoutEffect(() => {
    const { current: bar } = own;
    if (!bar) return undefined;
    const measure = () => {
      heights.set(bar, bar.offsetHeight);
      tell();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      heights.delete(bar);
      tell();
    };
  }, []);
  return (
    <section
      ref={own}
      aria-label={label}
      className={clsx('flex flex-wrap items-center justify-end border-t bg-overlay px-4 py-2 sm:px-6', className)}
    >
      {children}
    </section>
  );
}
