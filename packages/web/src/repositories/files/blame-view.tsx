import type { BlamePageData, BlameRangeView } from '@tributary/contract/projects/repository-page.ts';
import { StepBack } from 'lucide-react';
import { type CSSProperties, memo, type MouseEvent, useMemo, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { formatCount } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { ageScale } from '../model/age.ts';
import { chunkHtml, LINE_PX, lineAt } from '../model/code-chunks.ts';
import { NextPart } from '../diff/next-part.tsx';
import { CommitUserAvatar } from '../commits/commit-user-link.tsx';
import { fetchBlamePart } from '../queries.ts';
import { useLineSelection } from './use-line-selection.ts';
import './code-view.css';
import './blame-view.css';

const Range = memo(function Range({ range, age }: { range: BlameRangeView; age: number }) {
  const { commit, lines, startLine } = range;
  const html = useMemo(() => chunkHtml(lines, 0, lines.length, startLine), [lines, startLine]);
  const style: CSSProperties & Record<'--age', string> = {
    '--age': age.toFixed(2),
    containIntrinsicBlockSize: `auto ${lines.length * LINE_PX}px`,
  };
  return (
    <li className="blame-range" style={style}>
      <div className="blame-commit">
        <span className="flex h-5 items-center" title={commit.author.name}>
          <CommitUserAvatar person={commit.author} />
        </span>
        <a
          href={commit.href}
          title={`${commit.title}\n${commit.author.name}, ${commit.shortSha}`}
          className="min-w-0 flex-1 truncate rounded-sm text-sm leading-5 text-fg-muted hover:text-accent-fg hover:underline"
        >
          <bdi>{commit.title}</bdi>
          <span className="sr-only">{`, by ${commit.author.name}`}</span>
        </a>
        <Time value={commit.author.date} className="shrink-0 text-sm leading-5 whitespace-nowrap text-fg-faint" />
        {range.previousHref !== null && (
          <Tooltip text={`Blame before ${commit.shortSha}`}>
            <a
              href={range.previousHref}
              aria-label={`Blame before ${commit.shortSha}`}
              className="flex h-5 shrink-0 items-center rounded-sm text-fg-faint hover:text-fg"
            >
              <StepBack size={12} aria-hidden />
            </a>
          </Tooltip>
        )}
      </div>
      <TrustedHtml html={html} className="code-view code-wrap min-w-0" />
    </li>
  );
});

type Part = { ranges: readonly BlameRangeView[]; moreHref: string | null };

/** The first part comes with the page; the rest when its end comes near. */
function useRanges(data: BlamePageData): Part & { problem: string | null; load: () => Promise<void> } {
  const [more, setMore] = useState<Part>({ ranges: [], moreHref: data.moreHref });
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  const load = async (): Promise<void> => {
    if (more.moreHref === null || isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      const next = await fetchBlamePart(more.moreHref);
      setMore({ ranges: [...more.ranges, ...next.ranges], moreHref: next.moreHref });
    } catch (error) {
      setProblem(messageOf(error));
    }
    isBusy.current = false;
  };
  return { ranges: [...data.ranges, ...more.ranges], moreHref: more.moreHref, problem, load };
}

/** Every line beside the commit that last wrote it. */
export function BlameView({ data }: { data: BlamePageData }) {
  const container = useRef<HTMLDivElement>(null);
  const { ranges, moreHref, problem, load } = useRanges(data);
  const selection = useLineSelection(container, ranges.length);
  const ageOf = ageScale(ranges.map((range) => range.commit.author.date));
  const onClick = (event: MouseEvent): void => {
    const line = lineAt(event.target);
    if (line === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    selection.choose(line, event.shiftKey);
  };
  const style: CSSProperties & Record<'--digits', string> = { '--digits': String(String(data.totalLines).length) };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the numbers inside are links
    <div ref={container} onClick={onClick} className="blame rounded-b-md" style={style}>
      <ol aria-label={`Blame of ${data.file.name}, ${formatCount(data.totalLines)} lines`}>
        {ranges.map((range) => (
          <Range key={range.startLine} range={range} age={ageOf(range.commit.author.date)} />
        ))}
      </ol>
      {moreHref !== null && (
        <NextPart label="Loading more lines" loaded={ranges.length} load={load} problem={problem} />
      )}
    </div>
  );
}
