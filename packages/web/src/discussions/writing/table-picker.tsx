import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { plural } from '../../lib/format.ts';

const MOST_COLUMNS = 6;
const MOST_ROWS = 6;
const COLUMNS = Array.from({ length: MOST_COLUMNS }, (_, at) => at + 1);
const ROWS = Array.from({ length: MOST_ROWS }, (_, at) => at + 1);

type Size = { columns: number; rows: number };

const FIRST: Size = { columns: 2, rows: 2 };

const sizeText = ({ columns, rows }: Size) => `${plural(columns, 'column')}, ${plural(rows, 'row')}`;

/** Where an arrow leads to; null for other keys. */
function moved({ columns, rows }: Size, key: string): Size | null {
  if (key === 'ArrowRight') return { rows, columns: Math.min(columns + 1, MOST_COLUMNS) };
  if (key === 'ArrowLeft') return { rows, columns: Math.max(columns - 1, 1) };
  if (key === 'ArrowDown') return { columns, rows: Math.min(rows + 1, MOST_ROWS) };
  if (key === 'ArrowUp') return { columns, rows: Math.max(rows - 1, 1) };
  return null;
}

/** The size of a new table, pointed at in a field of squares or walked to with the arrow keys. */
export function TablePicker({ onPick }: { onPick: (size: Size) => void }) {
  const [size, setSize] = useState<Size>(FIRST);
  const squares = useRef<HTMLDivElement>(null);
  const focusOn = ({ columns, rows }: Size) =>
    squares.current?.querySelector<HTMLElement>(`[data-size="${columns}x${rows}"]`)?.focus();
  // It may come later than what it stands in, which gives the keyboard to what is there.
  useEffect(() => focusOn(FIRST), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(size, event.key);
    if (!next) return;
    event.preventDefault();
    focusOn(next);
  };
  return (
    <div className="flex flex-col gap-2">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its squares have it */}
      <div role="group" aria-label="Table size" ref={squares} onKeyDown={onKeyDown} className="flex w-fit flex-col">
        {ROWS.map((rows) => (
          <div key={rows} className="flex">
            {COLUMNS.map((columns) => {
              const isIn = columns <= size.columns && rows <= size.rows;
              const isChosen = columns === size.columns && rows === size.rows;
              return (
                <button
                  key={columns}
                  type="button"
                  data-size={`${columns}x${rows}`}
                  aria-label={sizeText({ columns, rows })}
                  tabIndex={isChosen ? 0 : -1}
                  onPointerEnter={() => setSize({ columns, rows })}
                  onFocus={() => setSize({ columns, rows })}
                  onClick={() => onPick({ columns, rows })}
                  className="control flex items-center rounded-sm p-0.5 pointer-coarse:px-1.5"
                >
                  <span
                    className={clsx(
                      'block size-5 rounded-xs border',
                      isIn ? 'border-accent bg-accent-soft' : 'bg-surface',
                    )}
                  />
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <p aria-hidden className="text-sm text-fg-muted">
        {sizeText(size)}
      </p>
    </div>
  );
}
