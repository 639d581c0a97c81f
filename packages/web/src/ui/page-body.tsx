import clsx from 'clsx';
import { PanelRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useMediaQuery } from './use-media-query.ts';

const Sheet = lazyPart(
  async () => ({ default: (await import('./sheet.tsx')).Sheet }),
  ({ onOpenChange }) =>
    () =>
      onOpenChange?.(false),
);

export type PageBodyProps = {
  children: ReactNode;
  /** `reading`: at most 1120 px. `full`: for code. Both begin at the same left edge. */
  width?: 'reading' | 'full';
  /** Right column of 280 px; under 1100 px a sheet. */
  sidebar?: ReactNode;
  sidebarTitle?: string;
  className?: string;
};

/** The content column. A page starts with it, usually with a PageHeader inside. */
export function PageBody({ children, width = 'reading', sidebar, sidebarTitle = 'Details', className }: PageBodyProps) {
  const isWide = useMediaQuery('(min-width: 1100px)');
  const [open, setOpen] = useState(false);
  const box = clsx('w-full px-4 pb-16 sm:px-6', width === 'reading' && 'max-w-reading', className);
  if (sidebar === undefined) return <div className={box}>{children}</div>;
  return (
    <div className={clsx(box, 'lg:grid lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-8')}>
      <div className="relative min-w-0">
        {!isWide && (
          // On narrow screens in the row of the badge that the page begins with.
          <div className="flex justify-end pt-3 max-sm:absolute max-sm:top-3 max-sm:right-0 max-sm:h-10 max-sm:items-center max-sm:pt-0">
            <Button size="sm" icon={PanelRight} onClick={() => setOpen(true)}>
              {sidebarTitle}
            </Button>
          </div>
        )}
        {children}
      </div>
      {isWide ? (
        <aside aria-label={sidebarTitle} className="min-w-0 pt-5">
          {sidebar}
        </aside>
      ) : (
        open && (
          <Suspense>
            <Sheet open onOpenChange={setOpen} title={sidebarTitle}>
              {sidebar}
            </Sheet>
          </Suspense>
        )
      )}
    </div>
  );
}
