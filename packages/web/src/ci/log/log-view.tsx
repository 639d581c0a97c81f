import { useCallback, useEffect, useRef, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Banner } from '../../ui/banner.tsx';
import { LogRow } from './log-line.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import type { LogState } from './use-job-log.ts';
import { useLinesInView } from './use-lines-in-view.ts';
import { MAX_MATCHES, useLogSearch } from './use-log-search.ts';
import { heightOfRows, scrollToRow, useRowsInView } from './use-rows-in-view.ts';
import './job-log.css';

const SEARCH_PAUSE_MS = 200;

const lineOfHash = (hash: string): number | null => {
  const number = /^#L(\d{1,9})$/.exec(hash)?.[1];
  return number === undefined ? null : Number(number) - 1;
};

type Props = { state: LogState; rawPath: string; searchPath: string; isLive: boolean };

/** A log of any length: only the rows in view are in the document, and only lines near them in memory. */
export function LogView({ state, rawPath, searchPath, isLive }: Props) {
  const { sections, pages, lines, last, problem } = state;
  const { url, renameHash } = usePageUrl();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(() => lineOfHash(url.hash));
  const [isFollowing, setFollowing] = useState(() => lineOfHash(url.hash) === null);
  const [query, setQuery] = useState('');
  const [findAt, setFindAt] = useState(0);
  const [toggles, setToggles] = useState(0);
  const count = sections.rows;
  const wanted = useDebounced(query.trim(), SEARCH_PAUSE_MS);
  const { lines: finds, isSearching } = useLogSearch(state, searchPath, wanted);
  const rows = useRowsInView(
    box,
    count,
    useCallback((isAtEnd: boolean) => setFollowing(isAtEnd), []),
  );
  const seen = Array.from({ length: Math.max(0, rows.last - rows.first) }, (_, index) =>
    sections.lineOfRow(rows.first + index),
  );
  useLinesInView(state, seen);

  const showLine = useCallback(
    (index: number): void => {
      sections.reveal(index);
      setToggles((before) => before + 1);
      setFollowing(false);
      setCurrent(index);
      requestAnimationFrame(() => {
        if (box.current) scrollToRow(box.current, sections.rowOfLine(index), sections.rows);
      });
    },
    [sections],
  );

  // The line of the address, as soon as it has come.
  const linked = useRef(current);
  useEffect(() => {
    if (linked.current === null || linked.current >= lines) return;
    const index = linked.current;
    linked.current = null;
    showLine(index);
  }, [lines, showLine]);

  useEffect(() => {
    const element = box.current;
    if (isLive && isFollowing && element) element.scrollTop = element.scrollHeight;
  }, [state, toggles, isLive, isFollowing]);

  const find = (step: 1 | -1): void => {
    if (finds.length === 0) return;
    const first = current !== null && finds.includes(current) ? findAt + step : findAt;
    const at = (first + finds.length) % finds.length;
    setFindAt(at);
    showLine(finds[at] ?? 0);
  };

  return (
    <section aria-label="Log" className="overflow-hidden rounded-md border">
      <LogToolbar
        query={query}
        onQuery={(text) => {
          setQuery(text);
          setFindAt(0);
        }}
        find={{
          at: Math.min(findAt, Math.max(0, finds.length - 1)),
          count: finds.length,
          isSearching,
          isCut: finds.length >= MAX_MATCHES,
        }}
        onFind={find}
        rawPath={rawPath}
        onSections={
          sections.hasSections
            ? (isOpen) => {
                sections.setAll(isOpen);
                setToggles((before) => before + 1);
              }
            : null
        }
        isFollowing={isLive ? isFollowing : null}
        onFollow={setFollowing}
        onEdge={(edge) => {
          if (box.current) box.current.scrollTop = edge === 'top' ? 0 : box.current.scrollHeight;
        }}
      />
      {problem !== null && <Banner tone="warning">The log could not be loaded. {problem} It is tried again.</Banner>}
      {/* A box that scrolls takes the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} className="job-log" role="region" aria-label="Lines of the log" tabIndex={0}>
        <div style={{ height: heightOfRows(count) }} />
        <div className="job-log-rows" style={{ transform: `translateY(${rows.topPx}px)` }}>
          {seen.map((index) => {
            const line = last && index === lines - 1 ? last : pages.get(index);
            const section = sections.get(line?.header);
            return (
              <LogRow
                key={index}
                line={line}
                number={index + 1}
                section={section}
                isOpen={section !== undefined && sections.isOpen(section.index)}
                isCurrent={index === current}
                hasTimes={state.hasTimes}
                query={wanted}
                onToggle={() => {
                  if (section) sections.toggle(section.index);
                  setToggles((before) => before + 1);
                }}
                onPick={() => {
                  setCurrent(index);
                  renameHash(`L${index + 1}`);
                }}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}
