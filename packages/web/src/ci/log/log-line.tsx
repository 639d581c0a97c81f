import type { PageLogLine, PageLogSection } from '@tributary/contract/ci/job-page.ts';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatDuration } from '../format-duration.ts';
import { parseAnsi } from './ansi.ts';
const LINK = /https?:\/\/[^\s<>"'`]+/g;
const TRAILING = /[.,;:!?)\]}]+$/;

function marked(text: string, query: string): ReactNode {
  if (query === '') return text;
  const lower = text.toLowerCase();
  const wanted = query.toLowerCase();
  const parts: ReactNode[] = [];
  let at = 0;
  for (let found = lower.indexOf(wanted); found !== -1; found = lower.indexOf(wanted, at)) {
    parts.push(text.slice(at, found), <mark key={found}>{text.slice(found, found + wanted.length)}</mark>);
    at = found + wanted.length;
  }
  return [...parts, text.slice(at)];
}

/** Text in which web addresses are links. */
function Linked({ text, query, isPlain }: { text: string; query: string; isPlain: boolean }) {
  if (isPlain || !text.includes('://')) return marked(text, query);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    parts.push(
      <Fragment key={match.index}>
        {marked(text.slice(at, match.index), query)}
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {marked(address, query)}
        </a>
      </Fragment>,
    );
    at = match.index + address.length;
  }
  return (
    <>
      {parts}
      {marked(text.slice(at), query)}
    </>
  );
}

type TextProps = { line: Pick<PageLogLine, 'text' | 'style' | 'is_cut'>; query?: string; isPlain?: boolean };

/** `isPlain`: without links, as for a button. */
export function LogText({ line, query = '', isPlain = false }: TextProps) {
  const spans = parseAnsi(line.text, line.style);
  return (
    <>
      {spans.map(({ text, className }, index) => (
        // Parts of a line have no names but their places.
        // eslint-disable-next-line react/no-array-index-key
        <span key={index} className={className || undefined}>
          <Linked text={text} query={query} isPlain={isPlain} />
        </span>
      ))}
      {line.is_cut === true && <span className="text-fg-muted"> … The line goes on in the raw log.</span>}
    </>
  );
}

type Props = {
  /** Undefined until it was fetched. */
  line: PageLogLine | undefined;
  number: number;
  section: PageLogSection | undefined;
  isOpen: boolean;
  isCurrent: boolean;
  hasTimes: boolean;
  query: string;
  onToggle: () => void;
  onPick: () => void;
};

export function LogRow({ line, number, section, isOpen, isCurrent, hasTimes, query, onToggle, onPick }: Props) {
  const text = line && <LogText line={line} query={query} isPlain={section !== undefined} />;
  return (
    <div className="job-log-row" data-current={isCurrent || undefined}>
      <a
        href={`#L${number}`}
        aria-label={`Line ${number}`}
        className="job-log-number"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onPick();
        }}
      >
        {number}
      </a>
      {hasTimes && <span className="job-log-time">{line?.time ?? '        '}</span>}
      {section ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="control flex items-center gap-1 rounded-sm pr-2 text-left"
        >
          <ChevronRight size={14} aria-hidden className={`shrink-0 text-fg-faint ${isOpen ? 'rotate-90' : ''}`} />
          <span className="job-log-text">{text}</span>
          {section.endedAt !== null && (
            <span className="text-fg-muted">{formatDuration(section.endedAt - section.startedAt)}</span>
          )}
        </button>
      ) : (
        <span className="job-log-text pr-4">{text}</span>
      )}
    </div>
  );
}
