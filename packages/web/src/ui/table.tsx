import clsx from 'clsx';
import type { ReactNode } from 'react';

export type TableColumn<Row> = {
  key: string;
  header: string;
  /** The header stands for readers only (actions). */
  headerHidden?: boolean;
  render: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width, e.g. `120px`. */
  width?: string;
  /** Heads the row in the narrow list. */
  primary?: boolean;
  hideNarrow?: boolean;
};

export type TableProps<Row> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  label: string;
  empty?: ReactNode;
  className?: string;
};

/**
 * A table from 640 px, a list of small cards below. The roles are written out because a browser drops table semantics
 * when the display changes.
 */
export function Table<Row>({ columns, rows, rowKey, label, empty, className }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div className={clsx('overflow-x-auto rounded-md border', className)}>
      <table role="table" aria-label={label} className="w-full border-collapse max-sm:block">
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b bg-sunken">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                style={column.width === undefined ? undefined : { width: column.width }}
                className={clsx(
                  'h-8 px-3 text-sm font-medium whitespace-nowrap text-fg-muted',
                  column.align === 'end' ? 'text-right' : 'text-left',
                )}
              >
                {column.headerHidden === true ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-b last:border-b-0 hover:bg-hover/60 max-sm:block max-sm:px-3 max-sm:py-2"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  className={clsx(
                    'px-3 py-2 align-middle max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-0.5',
                    column.align === 'end' && 'sm:text-right',
                    column.hideNarrow === true && 'max-sm:hidden!',
                    column.primary === true && 'max-sm:font-medium',
                  )}
                >
                  {column.primary !== true && column.headerHidden !== true && (
                    <span aria-hidden className="shrink-0 text-sm text-fg-faint sm:hidden">
                      {column.header}
                    </span>
                  )}
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
