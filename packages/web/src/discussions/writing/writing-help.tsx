import { CircleQuestionMark } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';

const SIGNS: readonly [sign: string, meaning: string][] = [
  ['@name', 'User'],
  ['#title', 'Issue, by title or number'],
  ['!title', 'Merge request, by title or number'],
  ['~name', 'Label'],
  ['%title', 'Milestone'],
  ['^words', 'Commit, by message or SHA'],
  ['./name', 'File in the repository'],
  [':name', 'Emoji'],
  ['/name', 'Quick action, at the start of a line'],
];

/** The signs after which something is offered. */
export function WritingHelp() {
  return (
    <LazyPopover
      align="end"
      title="Reference syntax"
      padded
      trigger={<IconButton icon={CircleQuestionMark} label="Reference syntax" variant="ghost" size="sm" />}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
        {SIGNS.map(([sign, meaning]) => (
          <div key={sign} className="contents">
            <dt>
              <code className="font-mono text-code">{sign}</code>
            </dt>
            <dd className="text-fg-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </LazyPopover>
  );
}
