import { abbreviate, formatCount } from '../../lib/format.ts';
import { barWidths } from '../model/divergence-bar.ts';

type Props = { counts: { ahead: number; behind: number } | undefined; most: number };

/** How many commits a branch is behind and ahead of the default one; its place is kept until that is known. */
export function DivergenceBar({ counts, most }: Props) {
  const widths = counts === undefined ? { ahead: 0, behind: 0 } : barWidths(counts, most);
  const words =
    counts === undefined
      ? ''
      : `${formatCount(counts.behind)} commits behind, ${formatCount(counts.ahead)} commits ahead of the default branch`;
  return (
    <span className="inline-flex w-28 shrink-0 items-center max-sm:w-16" title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden className="flex flex-1 flex-col items-end gap-0.5 border-r border-line-strong pr-1.5">
        <span className="text-xs leading-4 text-fg-muted">{counts === undefined ? '' : abbreviate(counts.behind)}</span>
        <span className="-mr-1.5 h-1 w-full">
          <span className="ml-auto block h-1 rounded-l-full bg-line-strong" style={{ width: `${widths.behind}%` }} />
        </span>
      </span>
      <span aria-hidden className="flex flex-1 flex-col items-start gap-0.5 pl-1.5">
        <span className="text-xs leading-4 text-fg-muted">{counts === undefined ? '' : abbreviate(counts.ahead)}</span>
        <span className="-ml-1.5 h-1 w-full">
          <span className="block h-1 rounded-r-full bg-accent" style={{ width: `${widths.ahead}%` }} />
        </span>
      </span>
    </span>
  );
}
