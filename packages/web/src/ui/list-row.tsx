import clsx from 'clsx';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useHotkeys } from '../lib/hotkeys.ts';

/** Moves focus to the link of the next or previous row; nothing is focused yet: the first row. */
function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  if (list === null) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current < 0 ? rows[step === 1 ? 0 : rows.length - 1] : rows[current + step];
  const target = next?.querySelector<HTMLElement>('[data-row-title] a, [data-row-title] button');
  target?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export type ListProps = { children: ReactNode; label: string; className?: string; plain?: boolean };

/** Rows with `j` and `k` between them and `enter` to open; they may stand in groups, in lists of their own. */
export function List({ children, label, className, plain = false }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  useHotkeys(
    [
      { id: 'list.next', keys: 'j', label: 'Next row', run: () => moveFocus(list.current, 1) },
      { id: 'list.previous', keys: 'k', label: 'Previous row', run: () => moveFocus(list.current, -1) },
    ],
    { scope: 'Lists' },
  );
  return (
    <ul ref={list} aria-label={label} className={clsx(!plain && 'rounded-md border', className)}>
      {children}
    </ul>
  );
}

export type ListRowProps = {
  /** Icon or avatar. */
  leading?: ReactNode;
  title: ReactNode;
  /** Makes the title a link; without it the title may hold its own. */
  href?: string;
  badges?: ReactNode;
  /** Running text: who, when. */
  meta?: ReactNode;
  trailing?: ReactNode;
  /** Small enough to stay on the first line on narrow screens too, such as one icon button. */
  trailingInline?: boolean;
  className?: string;
};

export function ListRow(props: ListRowProps) {
  const { leading, title, href, badges, meta, trailing, trailingInline = false, className } = props;
  return (
    <li
      data-row
      className={clsx(
        'flex items-start gap-x-3 border-b px-3 py-2 last:border-b-0 hover:bg-hover/60 has-[[data-row-title]_a:focus-visible]:bg-hover',
        className,
      )}
    >
      {leading !== undefined && <div className="flex min-h-5 shrink-0 items-center">{leading}</div>}
      <div
        className={clsx(
          'flex min-w-0 flex-1 gap-x-3 gap-y-1',
          trailingInline ? 'items-start' : 'max-sm:flex-col sm:items-start',
        )}
      >
        <div className="min-w-0 flex-1">
          {/* What is told of it follows the last word of a long title, not the box around it. */}
          <div className="has-[>:not([data-row-title])]:-my-0.5 [&>:not([data-row-title])]:my-0.5 [&>:not([data-row-title])]:mr-2 [&>:not([data-row-title])]:align-middle">
            <span data-row-title className="mr-2 align-middle font-medium wrap-anywhere">
              {href === undefined ? (
                title
              ) : (
                <a href={href} className="rounded-sm text-fg hover:text-accent-fg">
                  {title}
                </a>
              )}
            </span>
            {badges}
          </div>
          {meta !== undefined && <div className="text-sm text-fg-muted wrap-anywhere max-sm:mt-0.5">{meta}</div>}
        </div>
        {trailing !== undefined && (
          <div className="flex min-h-5 shrink-0 items-center gap-3 text-sm text-fg-muted empty:hidden max-sm:max-w-full max-sm:flex-wrap max-sm:gap-2">
            {trailing}
          </div>
        )}
      </div>
    </li>
  );
}
