import type { FindHit } from '@tributary/contract/merge-requests/find.ts';
import clsx from 'clsx';
import { MessageSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Marked } from '../../../ui/marked.tsx';
import { anchorOf, groupHits } from './find-result-text.ts';
import type { MoreHits } from './use-find.ts';

export type FindResultsProps = {
  hits: readonly FindHit[];
  current: number;
  onPick: (at: number) => void;
  /** Listed or not. */
  linesCount: number;
  /** Null where all of them are listed. */
  more: MoreHits | null;
  /** Where notes on the overview are. */
  overviewPath: string;
};

const SIGNS = { added: '+', removed: '-', context: '', files: '', threads: '' } as const;
const TINTS = {
  added: 'text-diff-added-marker',
  removed: 'text-diff-removed-marker',
  context: 'text-fg-faint',
  files: '',
  threads: '',
} as const;

function HitLine({ hit }: { hit: FindHit }) {
  const ranges = hit.ranges.map(({ start, end }): [number, number] => [start, end]);
  if (hit.place === 'threads') {
    return (
      <span className="min-w-0 truncate">
        <MessageSquare aria-label="Thread" size={12} className="mr-1 inline text-fg-muted" />
        {hit.draft_id != null && <span className="mr-1 text-fg-muted">Pending</span>}
        {hit.author !== null && <bdi className="mr-1 text-fg-muted">{hit.author}:</bdi>}
        <Marked text={hit.text} ranges={ranges} />
      </span>
    );
  }
  if (hit.place === 'files') {
    return (
      <span className="min-w-0 truncate">
        <span className="mr-1 text-fg-muted">Name</span>
        <Marked text={hit.text} ranges={ranges} />
      </span>
    );
  }
  return (
    <>
      <span className="w-10 shrink-0 text-right font-mono text-xs text-fg-faint tabular-nums">
        {hit.new_line ?? hit.old_line}
      </span>
      <span aria-hidden className={clsx('w-2 shrink-0 font-mono', TINTS[hit.place])}>
        {SIGNS[hit.place]}
      </span>
      <span className="sr-only">{hit.place} </span>
      <code className="min-w-0 truncate text-code whitespace-pre">
        <Marked text={hit.text} ranges={ranges} />
      </code>
    </>
  );
}

const ROW = 'flex min-h-7 w-full items-center gap-1.5 rounded-sm px-2 text-left hover:bg-hover';

type HitRowProps = { hit: FindHit; at: number; isCurrent: boolean; onPick: () => void; overviewPath: string };

function HitRow({ hit, at, isCurrent, onPick, overviewPath }: HitRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const classes = clsx(ROW, isCurrent && 'bg-accent-soft');
  return (
    <li ref={row} data-hit={at}>
      {hit.place === 'threads' && hit.file_hash === null ? (
        <a href={`${overviewPath}#${anchorOf(hit)}`} className={classes}>
          <HitLine hit={hit} />
        </a>
      ) : (
        <button type="button" className={classes} aria-current={isCurrent ? 'true' : undefined} onClick={onPick}>
          <HitLine hit={hit} />
        </button>
      )}
    </li>
  );
}

/** Whoever pressed the button below the list reads on with the first line that came. */
function useFocusOnMore(listed: number) {
  const list = useRef<HTMLDivElement>(null);
  const asked = useRef<number | null>(null);
  useEffect(() => {
    const at = asked.current;
    if (at === null || listed <= at) return;
    asked.current = null;
    const focused = document.activeElement;
    const isHere = focused === null || focused === document.body || focused.matches('[data-more-hits]');
    if (isHere) list.current?.querySelector<HTMLElement>(`[data-hit="${at}"] > *`)?.focus();
  }, [listed]);
  return { list, onAsk: () => (asked.current = listed) };
}

/** What was found, file by file. */
export function FindResults({ hits, current, onPick, linesCount, more, overviewPath }: FindResultsProps) {
  const { list, onAsk } = useFocusOnMore(hits.length);
  return (
    <div ref={list} className="min-h-0 overflow-y-auto border-t p-1 text-sm">
      {groupHits(hits).map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <h3 className="truncate px-2 pt-2 pb-1 font-mono text-xs text-fg-muted" title={group.title}>
            {group.title}
          </h3>
          <ul>
            {group.hits.map(({ hit, at }) => (
              <HitRow
                key={at}
                hit={hit}
                at={at}
                isCurrent={at === current}
                onPick={() => onPick(at)}
                overviewPath={overviewPath}
              />
            ))}
          </ul>
        </div>
      ))}
      {more && (
        <div className="flex flex-wrap items-center gap-2 p-2">
          <Button
            size="sm"
            data-more-hits
            busy={more.isOnItsWay}
            onClick={() => {
              onAsk();
              more.load();
            }}
          >
            Show more lines
          </Button>
          <span className="text-fg-muted">
            Showing {formatCount(hits.length)} of {formatCount(linesCount)} lines
          </span>
        </div>
      )}
    </div>
  );
}
