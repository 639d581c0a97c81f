import clsx from 'clsx';
import { type CSSProperties, memo, type MouseEvent, useMemo, useRef } from 'react';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { CHUNK_LINES, chunkHtml, LINE_PX, lineAt } from '../model/code-chunks.ts';
import { longestLine } from '../model/longest-line.ts';
import { useLineSelection } from './use-line-selection.ts';
import './code-view.css';

const Chunk = memo(function Chunk({ lines, from }: { lines: readonly string[]; from: number }) {
  const to = Math.min(from + CHUNK_LINES, lines.length);
  const html = useMemo(() => chunkHtml(lines, from, to), [lines, from, to]);
  return (
    <TrustedHtml
      as="span"
      html={html}
      className="code-chunk"
      style={{ containIntrinsicBlockSize: `auto ${(to - from) * LINE_PX}px` }}
    />
  );
});

/** The reader's preference, which the style sheet knows. */
function tabWidth(): number {
  const width = Number(getComputedStyle(document.documentElement).getPropertyValue('--tab-width'));
  return width > 0 ? width : 8;
}

export type CodeViewProps = {
  /** One safe HTML string for each line, made by the server. */
  lines: readonly string[];
  /** Names the text for readers: the file. */
  label: string;
  isWrapped: boolean;
};

/** A file's lines, with numbers that can be linked to. Off-screen pieces cost nothing; all of the text is in the page. */
export function CodeView({ lines, label, isWrapped }: CodeViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const selection = useLineSelection(container, lines);
  const columns = useMemo(() => longestLine(lines, tabWidth()), [lines]);
  const digits = String(lines.length).length;
  const onClick = (event: MouseEvent): void => {
    const line = lineAt(event.target);
    if (line === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    selection.choose(line, event.shiftKey);
  };
  const style: CSSProperties & Record<'--digits', string> = { '--digits': String(digits) };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the numbers inside are links
    <div
      ref={container}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled with the arrow keys
      tabIndex={0}
      onClick={onClick}
      style={style}
      className={clsx('code-view rounded-b-md py-2', isWrapped && 'code-wrap')}
    >
      <div style={isWrapped ? undefined : { minWidth: `calc(${columns + digits}ch + 56px)` }}>
        {Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, index) => (
          <Chunk key={index} lines={lines} from={index * CHUNK_LINES} />
        ))}
      </div>
    </div>
  );
}
