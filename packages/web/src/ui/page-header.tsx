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
  // The facts of an item have a row below title and actions. On a phone its title has the whole width for itself, and actions
  // stand beside the facts. What has an image stays beside it.
  const isItem = badge !== undefined && leading === undefined;
  const isTall = isItem && !isBrief;
  return (
    <header
      data-brief={isBrief || undefined}
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 pt-5 pb-3 ${isTall ? 'max-sm:pt-3' : ''}`}
    >
      {leading !== undefined && <div className="shrink-0">{leading}</div>}
      <div className={isTall ? 'contents' : `min-w-0 flex-1 basis-48 ${isItem ? 'sm:contents' : ''}`}>
        <div
          className={`flex flex-wrap items-start gap-x-2 max-sm:basis-full ${isItem ? 'sm:min-w-0 sm:flex-1 sm:basis-48' : ''}`}
        >
          {badge !== undefined && (
            <span className={`flex min-h-7 shrink-0 items-center ${isTall ? 'max-sm:min-h-10' : ''}`}>{badge}</span>
          )}
          <h1 tabIndex={-1} className={`min-w-0 flex-1 text-h1 wrap-anywhere ${isTall ? 'max-sm:basis-full' : ''}`}>
            {title}
          </h1>
        </div>
        {meta !== undefined && (
          <div
            className={`text-fg-muted wrap-anywhere ${isItem ? 'sm:order-1 sm:-mt-1 sm:basis-full' : 'mt-1'} ${isTall ? 'max-sm:min-w-0 max-sm:flex-1 max-sm:basis-48 max-sm:self-center' : 'max-sm:mt-1'}`}
          >
            {meta}
          </div>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
