import clsx from 'clsx';
import { abbreviate, plural } from '../lib/format.ts';

const squares = 5;

/** Shares of five squares: at least one for a kind that occurs, the rest stay empty for small changes. */
export function diffSquares(added: number, removed: number): ('added' | 'removed' | 'none')[] {
  const total = added + removed;
  const filled = Math.min(squares, total);
  let green = total === 0 ? 0 : Math.round((added / total) * filled);
  if (added > 0 && green === 0) green = 1;
  if (removed > 0 && green === filled && filled > 1) green = filled - 1;
  return Array.from({ length: squares }, (_, index) => (index < green ? 'added' : index < filled ? 'removed' : 'none'));
}

type DiffStatProps = {
  added: number;
  removed: number;
  bar?: boolean;
  /** Where nothing is counted, nothing is drawn; readers are still told. */
  isZeroHidden?: boolean;
};

export function DiffStat({ added, removed, bar = true, isZeroHidden = false }: DiffStatProps) {
  if (isZeroHidden && added + removed === 0) return <span className="sr-only">No lines added or removed</span>;
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 font-mono text-sm">
      <span className="sr-only">{`${plural(added, 'line')} added, ${plural(removed, 'line')} removed`}</span>
      <span aria-hidden className="text-diff-added-marker">{`+${abbreviate(added)}`}</span>
      <span aria-hidden className="text-diff-removed-marker">{`−${abbreviate(removed)}`}</span>
      {bar && (
        <span aria-hidden className="inline-flex gap-px">
          {diffSquares(added, removed).map((kind, index) => (
            <span
              key={index}
              className={clsx(
                'forced-solid size-2 rounded-[1px]',
                kind === 'added' && 'bg-diff-added-marker',
                kind === 'removed' && 'bg-diff-removed-marker',
                kind === 'none' && 'bg-pressed',
              )}
            />
          ))}
        </span>
      )}
    </span>
  );
}
