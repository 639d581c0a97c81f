import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Buttons that belong together, drawn as one. */
export function ButtonGroup({
  children,
  label,
  className,
}: {
  children: ReactNode;
  label: string;
  className?: string;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className={clsx(
        'inline-flex [&>*]:rounded-none [&>*:first-child]:rounded-l-md [&>*:last-child]:rounded-r-md [&>*:not(:first-child)]:-ml-px [&>*:hover]:z-1 [&>*:focus-visible]:z-2',
        className,
      )}
    >
      {children}
    </div>
  );
}
