import type { ComponentProps, ReactNode } from 'react';

type ReportLineProps = ComponentProps<'div'> & {
  /** Below the line. */
  details?: ReactNode;
};

/** The line of one report: as high without buttons, while it is loaded, and before its file is there. */
export function ReportLine({ children, details, ...rest }: ReportLineProps) {
  return (
    <div className="border-t px-4 py-2 first:border-t-0">
      <div {...rest} className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 max-sm:min-h-10">
        {children}
      </div>
      {details}
    </div>
  );
}
