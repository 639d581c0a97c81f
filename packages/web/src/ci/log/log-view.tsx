import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Banner } from '../../ui/banner.tsx';
import { LogRow } from './log-line.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import type { LogState } from './use-job-log.ts';
import { useLogSearch } from './use-log-search.ts';
import { ROW_PX, useRowsInView } from './use-rows-in-view.ts';
import './job-log.css';

const SEARCH_PAUSE_MS = 200;

const lineOfHash = (hash: string): number | null => {
  const number = /^#L(\d{1,9})$/.exec(hash)?.[1];
  return number === undefined ? null : Number(number) - 1;
};

type Props = { state: LogState; rawPath: string; isLive: boolean };

/** A log of any length: only the rows in view are in the document. */
export function LogView({ state, rawPath, isLive }: Props) {
  const { log, problem } = state;
  const { url, renameHash } = usePageUrl();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(() => lineOfHash(url.hash));
  const [isFollowing, setFollowing] = useState(() => lineOfHash(url.hash) === null);
  const [query, setQuery] = useState('');
  const [findAt, setFindAt] = useState(0);
  const [toggles, setToggles] = useState(0);
  // The log grows in place: a new state, or a section that was opened, says that it has changed.
  const visible = useMemo(() => ({ state, toggles, lines: log.visibleLines() }).lines, [log, state, toggles]);
  const wanted = useDebounced(query.trim(), SEARCH_PAUSE_MS);
  const { lines: finds, isSearching } = useLogSearch(state, wanted);
  const rows = useRowsInView(
    box,
    visible.length,
    useCallback((isAtEnd: boolean) => setFollowing(isAtEnd), []),
  );

  const showLine = useCallback(
    (index: number): void => {
      log.reveal(index);
      setToggles((count) => count + 1);
      setFollowing(false);
      setCurrent(index);
      const row = log.visibleLines().indexOf(index);
      requestAnimationFrame(() => {
        const element = box.current;
        if (element) element.scrollTop = Math.max(0, row * ROW_PX - element.clientHeight / 3);
      });
    },
    [log],
  );

  // The line of the address, as soon as it has come.
  const linked = useRef(current);
  useEffect(() => {
    if (linked.current === null || linked.current >= log.lines.length) return;
    const index = linked.current;
    linked.current = null;
    showLine(index);
  }, [state, log, showLine]);

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
        find={{ at: Math.min(findAt, Math.max(0, finds.length - 1)), count: finds.length, isSearching }}
        onFind={find}
        rawPath={rawPath}
        isFollowing={isLive ? isFollowing : null}
        onFollow={setFollowing}
        onEdge={(edge) => {
          if (box.current) box.current.scrollTop = edge === 'top' ? 0 : box.current.scrollHeight;
        }}
      />
      {problem !== null && <Banner tone="warning">The log could not be loaded. {problem} It is tried again.</Banner>}
      {log.isCut && <Banner>The log has more lines than can be shown here. Open the raw log to see all.</Banner>}
      {/* A box that scrolls takes the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} className="job-log" role="region" aria-label="Lines of the log" tabIndex={0}>
        <div style={{ height: visible.length * ROW_PX }} />
        <div className="job-log-rows" style={{ transform: `translateY(${rows.first * ROW_PX}px)` }}>
          {visible.slice(rows.first, rows.last).map((index) => {
            const line = log.lines[index];
            return (
              line && (
                <LogRow
                  key={index}
                  line={line}
                  number={index + 1}
                  section={log.sections[line.header]}
                  isCurrent={index === current}
                  hasTimes={log.hasTimes}
                  query={wanted}
                  onToggle={() => {
                    log.toggle(line.header);
                    setToggles((count) => count + 1);
                  }}
                  onPick={() => {
                    setCurrent(index);
                    renameHash(`L${index + 1}`);
                  }}
                />
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}
