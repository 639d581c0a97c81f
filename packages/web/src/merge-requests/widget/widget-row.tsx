import clsx from 'clsx';
import type { ReactNode } from 'react';
import { StatusIcon } from '../../ui/status-icon.tsx';
import type { StatusGroup } from '../../ui/status-icon.tsx';

export type WidgetRowProps = {
  group: StatusGroup;
  /** Says the icon in words. */
  status: string;
  children: ReactNode;
  actions?: ReactNode;
  /** The acts are one small button, which needs no row of its own on narrow screens. */
  isCompact?: boolean;
  details?: ReactNode;
};

/** One row of the widget: what is true in one sentence, the act at the right, details below. */
export function WidgetRow({ group, status, children, actions, isCompact = false, details }: WidgetRowProps) {
  return (
    <div className="border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusIcon group={group} label={status} size={16} />
        <div data-widget-sentence tabIndex={-1} className="min-w-0 flex-1 basis-48">
          {children}
        </div>
        {actions && (
          <div className={clsx('flex flex-wrap items-center gap-2', !isCompact && 'max-sm:basis-full max-sm:pl-7')}>
            {actions}
          </div>
        )}
      </div>
      {details && <div className="mt-2 pl-7">{details}</div>}
    </div>
  );
}
