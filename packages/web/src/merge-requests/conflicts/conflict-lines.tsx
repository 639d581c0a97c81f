import type { ConflictFileView, ConflictSectionView } from '@tributary/contract/merge-requests/conflicts.ts';
import clsx from 'clsx';
import { Fragment, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { type LineChoice, nameOf } from './resolution.ts';

/** Lines around a conflict that are shown at once. */
const CONTEXT = 3;

type Props = {
  file: ConflictFileView;
  sections: readonly ConflictSectionView[];
  choices: readonly (LineChoice | null)[];
  branches: { source: string; target: string };
  onChoose: (at: number, choice: LineChoice) => void;
};

/** The text of a file: what git merged, and for each conflict the lines of both branches to choose from. */
export function ConflictLines({ file, sections, choices, branches, onChoose }: Props) {
  const numbers = numbersOf(sections);
  return (
    <div
      role="region"
      aria-label={`Text of ${nameOf(file)}`}
      tabIndex={0}
      className="overflow-x-auto font-mono text-code"
    >
      {sections.map((section, index) => {
        if (section.kind === 'merged') {
          return (
            <MergedLines
              key={index}
              lines={section.lines}
              isFirst={index === 0}
              isLast={index === sections.length - 1}
            />
          );
        }
        const at = numbers[index] ?? 0;
        return (
          <Conflict
            key={index}
            label={`Conflict ${at + 1} of ${choices.length} in ${nameOf(file)}`}
            section={section}
            choice={choices[at] ?? null}
            branches={branches}
            onChoose={(choice) => onChoose(at, choice)}
          />
        );
      })}
    </div>
  );
}

/** By section, how many conflicts are before it. */
function numbersOf(sections: readonly ConflictSectionView[]): number[] {
  const numbers: number[] = [];
  let count = 0;
  for (const { kind } of sections) {
    numbers.push(count);
    if (kind === 'conflict') count += 1;
  }
  return numbers;
}

function MergedLines({ lines, isFirst, isLast }: { lines: readonly string[]; isFirst: boolean; isLast: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  const hidden = lines.length - before - after;
  if (isOpen || hidden < 2) return <Lines lines={lines} className="text-fg-muted" />;
  return (
    <>
      <Lines lines={lines.slice(0, before)} className="text-fg-muted" />
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="control sticky left-0 block bg-(--diff-expanded) px-4 py-1 text-left font-sans text-sm text-fg-muted hover:text-fg"
      >
        Show {plural(hidden, 'unchanged line')}
      </button>
      <Lines lines={after === 0 ? [] : lines.slice(-after)} className="text-fg-muted" />
    </>
  );
}

function Lines({ lines, className }: { lines: readonly string[]; className?: string }) {
  return (
    <pre className={clsx('w-max min-w-full px-4 leading-5 whitespace-pre', className)}>
      {lines.map((line, at) => (
        <Fragment key={at}>
          {line}
          {'\n'}
        </Fragment>
      ))}
    </pre>
  );
}

const LABELS: readonly [LineChoice, string][] = [
  ['source', 'Use source'],
  ['target', 'Use target'],
  ['both', 'Use both'],
];

function Conflict(props: {
  label: string;
  section: Extract<ConflictSectionView, { kind: 'conflict' }>;
  choice: LineChoice | null;
  branches: Props['branches'];
  onChoose: (choice: LineChoice) => void;
}) {
  const { label, section, choice, branches, onChoose } = props;
  const isUsed = (side: 'source' | 'target') => choice === null || choice === 'both' || choice === side;
  return (
    <section aria-label={label} data-conflict={choice === null ? 'open' : 'resolved'} className="my-1 border-y">
      <div className="sticky left-0 flex w-fit flex-wrap items-center gap-2 px-4 py-1.5 font-sans">
        <ButtonGroup label={label}>
          {LABELS.map(([value, text]) => (
            <Button key={value} size="sm" aria-pressed={choice === value} onClick={() => onChoose(value)}>
              {text}
            </Button>
          ))}
        </ButtonGroup>
      </div>
      {(['source', 'target'] as const).map((side) => (
        <div key={side} className={clsx(side === 'source' ? 'bg-(--diff-added)' : 'bg-(--diff-moved)')}>
          <p className="sticky left-0 w-fit px-4 pt-1 font-sans text-sm text-fg-muted">
            {side === 'source' ? 'Source' : 'Target'} <code>{branches[side]}</code>
            {!isUsed(side) && ' (not used)'}
          </p>
          {section[side].length === 0 ? (
            <p className="px-4 pb-1 font-sans text-sm text-fg-muted">No lines: they were removed.</p>
          ) : (
            <Lines lines={section[side]} className={isUsed(side) ? '' : 'text-fg-faint line-through'} />
          )}
        </div>
      ))}
    </section>
  );
}
