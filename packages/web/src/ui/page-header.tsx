import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  /** State badge before the title. */
  badge?: ReactNode;
  /** Quiet facts under the title, as running text. */
  meta?: ReactNode;
  /** The one or two actions that matter. */
  actions?: ReactNode;
  leading?: ReactNode;
  /** On a phone the title alone, in small: where the page is about something else, such as code. */
  isBrief?: boolean;
};

/** The one title row of a page. The heading takes focus after a navigation. */
export function PageHeader({ title, badge, meta, actions, leading, isBrief = false }: PageHeaderProps) {
  // On a phone the title of an item has the whole width for itself, and actions stand beside the facts. What has an image
  // stays beside it.
  const isItem = badge !== undefined && leading === undefined && !isBrief;
  return (
    <header
      data-brief={isBrief || undefined}
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 pt-5 pb-3 ${isItem ? 'max-sm:pt-3' : ''}`}
    >
      {leading !== undefined && <div className="shrink-0">{leading}</div>}
      <div className={`min-w-0 flex-1 basis-48 ${isItem ? 'max-sm:contents' : ''}`}>
        <div className="flex flex-wrap items-start gap-x-2 max-sm:basis-full">
          {badge !== undefined && (
            <span className={`flex min-h-7 shrink-0 items-center ${isItem ? 'max-sm:min-h-10' : ''}`}>{badge}</span>
          )}
          <h1 tabIndex={-1} className={`min-w-0 flex-1 text-h1 wrap-anywhere ${isItem ? 'max-sm:basis-full' : ''}`}>
            {title}
          </h1>
        </div>
        {meta !== undefined && (
          <div
            className={`mt-1 text-fg-muted wrap-anywhere ${isItem ? 'max-sm:mt-0 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-48 max-sm:self-center' : ''}`}
          >
            {meta}
          </div>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
