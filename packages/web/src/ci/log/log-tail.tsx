import { LogReader } from '@tributary/contract/ci/log-lines.ts';
import { useMemo } from 'react';
import { LogText } from './log-line.tsx';
import './job-log.css';

const scrollToEnd = (box: HTMLElement | null): void => {
  if (box) box.scrollTop = box.scrollHeight;
};

/** The last lines of a log; the very last are in view. */
export function LogTail({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => {
    const reader = new LogReader();
    return text.split('\n').flatMap((raw) => reader.read(raw)?.line ?? []);
  }, [text]);
  return (
    // A box that scrolls takes the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      ref={scrollToEnd}
      className="job-log job-log-tail rounded-md border p-2"
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      {lines.map((line, index) => (
        // Lines have no names but their places.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className="job-log-row">
          <span className="job-log-text">
            <LogText line={line} />
          </span>
        </div>
      ))}
    </div>
  );
}
