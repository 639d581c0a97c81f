import {
  ArrowDownToLine,
  ArrowUpToLine,
  ChevronDown,
  ChevronUp,
  ChevronsDownUp,
  ChevronsUpDown,
  FileText,
  Search,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = {
  query: string;
  onQuery: (query: string) => void;
  /** Which of how many finds is looked at; counted from 0. */
  find: { at: number; count: number; isSearching: boolean; isCut: boolean };
  onFind: (step: 1 | -1) => void;
  rawPath: string;
  /** Opens or closes all sections; null where there are none. */
  onSections: ((isOpen: boolean) => void) | null;
  /** Null when nothing will be added. */
  isFollowing: boolean | null;
  onFollow: (follow: boolean) => void;
  onEdge: (edge: 'top' | 'bottom') => void;
};

function findText(query: string, { at, count, isSearching, isCut }: Props['find']): string {
  if (query === '') return '';
  if (count === 0 && isSearching) return 'Searching…';
  if (count === 0) return 'No results';
  return `${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}${isCut || isSearching ? '+' : ''}`;
}

export function LogToolbar({
  query,
  onQuery,
  find,
  onFind,
  rawPath,
  onSections,
  isFollowing,
  onFollow,
  onEdge,
}: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-1">
        <TextField
          label="Search in the log"
          labelHidden
          icon={Search}
          placeholder="Search in the log"
          value={query}
          onValueChange={onQuery}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onFind(event.shiftKey ? -1 : 1);
          }}
          className="min-w-0 flex-1 sm:max-w-72"
        />
        <IconButton icon={ChevronUp} label="Previous result" disabled={find.count === 0} onClick={() => onFind(-1)} />
        <IconButton icon={ChevronDown} label="Next result" disabled={find.count === 0} onClick={() => onFind(1)} />
        <span role="status" className="text-sm whitespace-nowrap text-fg-muted tabular-nums">
          {findText(query, find)}
        </span>
      </div>
      <div className="flex items-center gap-1">
        {isFollowing !== null && (
          <Button size="sm" aria-pressed={isFollowing} onClick={() => onFollow(!isFollowing)}>
            Follow
          </Button>
        )}
        {onSections && (
          <>
            <IconButton icon={ChevronsDownUp} label="Close all sections" onClick={() => onSections(false)} />
            <IconButton icon={ChevronsUpDown} label="Open all sections" onClick={() => onSections(true)} />
          </>
        )}
        <IconButton icon={ArrowUpToLine} label="Scroll to the top" onClick={() => onEdge('top')} />
        <IconButton icon={ArrowDownToLine} label="Scroll to the bottom" onClick={() => onEdge('bottom')} />
        <Button asChild size="sm" icon={FileText}>
          <a href={rawPath} target="_blank" rel="noopener">
            Raw log
          </a>
        </Button>
      </div>
    </div>
  );
}
