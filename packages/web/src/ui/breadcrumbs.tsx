import { ChevronRight } from 'lucide-react';

export type BreadcrumbItem = { text: string; href: string };

/** On small screens only the nearest parent stays. The last one is the page itself. */
export function Breadcrumbs({ items, label = 'Breadcrumbs' }: { items: readonly BreadcrumbItem[]; label?: string }) {
  if (items.length === 0) return null;
  return (
    <nav aria-label={label} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {items.map((item, index) => {
          const isLast = index === items.length - 1;
          return (
            <li
              key={item.href + item.text}
              className={
                isLast
                  ? 'flex min-w-0 items-center'
                  : 'flex max-w-28 min-w-10 items-center gap-1 not-nth-last-2:max-md:hidden max-md:shrink-1000 md:max-w-60 md:shrink-0'
              }
            >
              <a
                href={item.href}
                aria-current={isLast ? 'page' : undefined}
                title={item.text}
                className={
                  isLast ? 'truncate rounded-sm font-medium text-fg' : 'truncate rounded-sm text-fg-muted hover:text-fg'
                }
              >
                {item.text}
              </a>
              {!isLast && <ChevronRight size={12} className="shrink-0 text-fg-faint" aria-hidden />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
