import { CircleQuestionMark } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';

const SIGNS: readonly [sign: string, meaning: string][] = [
  ['@name', 'A person'],
  ['#title', 'An issue, also by number'],
  ['!title', 'A merge request, also by number'],
  ['~name', 'A label'],
  ['%title', 'A milestone'],
  ['^words', 'A commit; also the beginning of its id'],
  ['./name', 'A file of the repository'],
  [':name', 'An emoji'],
  ['/name', 'A command, at the start of a line'],
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
