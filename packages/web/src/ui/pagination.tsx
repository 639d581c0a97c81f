import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from './button.tsx';

export type PaginationProps = {
  page: number;
  /** Left out when counting would cost too much; then only neighbours are offered. */
  totalPages?: number | undefined;
  hasNext: boolean;
  hrefFor: (page: number) => string;
  label?: string;
};

function Step({ href, rel, children }: { href: string | null; rel: 'prev' | 'next'; children: ReactNode }) {
  if (href === null) {
    return (
      <span aria-disabled className={clsx(buttonClasses('ghost'), 'pointer-events-none')}>
        {children}
      </span>
    );
  }
  return (
    <a href={href} rel={rel} className={buttonClasses('ghost')}>
      {children}
    </a>
  );
}

/** First, last, and two around the current one; 0 stands for a gap. */
export function pagesToShow(page: number, total: number): number[] {
  const wanted = new Set([1, total, page - 1, page, page + 1]);
  const pages = [...wanted].filter((item) => item >= 1 && item <= total).toSorted((a, b) => a - b);
  return pages.flatMap((item, index) => {
    const before = pages[index - 1];
    if (before === undefined || item === before + 1) return [item];
    return item === before + 2 ? [item - 1, item] : [0, item];
  });
}

export function Pagination({ page, totalPages, hasNext, hrefFor, label = 'Pages' }: PaginationProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-1 py-3">
      <Step href={page > 1 ? hrefFor(page - 1) : null} rel="prev">
        <ChevronLeft size={14} aria-hidden />
        Previous
      </Step>
      {totalPages === undefined ? (
        <span className="px-2 text-fg-muted">{`Page ${page}`}</span>
      ) : (
        pagesToShow(page, totalPages).map((item, index) =>
          item === 0 ? (
            <span key={`gap-${index}`} className="px-1 text-fg-faint max-sm:hidden">
              …
            </span>
          ) : (
            <a
              key={item}
              href={hrefFor(item)}
              aria-label={`Page ${item}`}
              aria-current={item === page ? 'page' : undefined}
              className={clsx(
                buttonClasses('ghost'),
                'min-w-7',
                item === page ? 'bg-accent-soft! text-accent-fg!' : 'max-sm:hidden!',
              )}
            >
              {item}
            </a>
          ),
        )
      )}
      <Step href={hasNext ? hrefFor(page + 1) : null} rel="next">
        Next
        <ChevronRight size={14} aria-hidden />
      </Step>
    </nav>
  );
}

/** For lists that go on from a cursor. Null where there is nothing further. */
export function KeysetPagination({
  previousHref,
  nextHref,
  label = 'Pages',
}: {
  previousHref: string | null;
  nextHref: string | null;
  label?: string;
}) {
  if (previousHref === null && nextHref === null) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-1 py-3">
      <Step href={previousHref} rel="prev">
        <ChevronLeft size={14} aria-hidden />
        Previous
      </Step>
      <Step href={nextHref} rel="next">
        Next
        <ChevronRight size={14} aria-hidden />
      </Step>
    </nav>
  );
}
