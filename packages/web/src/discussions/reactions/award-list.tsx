import clsx from 'clsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { groupAwards, tooltipOf } from '../model/awards.ts';
import { EmojiSign } from './emoji-sign.tsx';
import type { Awards } from './use-awards.ts';

/** Reactions with their numbers; a press gives the same one, or takes it back. */
export function AwardList({ awards, canAward }: { awards: Awards; canAward: boolean }) {
  const groups = groupAwards(awards.awards, awards.viewerId);
  if (groups.length === 0) return null;
  return (
    <div role="group" aria-label="Reactions" className="flex flex-wrap gap-1">
      {groups.map((group) => (
        <Tooltip key={group.name} text={tooltipOf(group, awards.viewerId)}>
          <button
            type="button"
            aria-pressed={group.isMine}
            aria-label={`${group.name.replaceAll('_', ' ')}, ${group.people.length}`}
            aria-disabled={!canAward || undefined}
            onClick={() =>
              canAward && awards.toggle({ name: group.name, emoji: group.emoji, url: group.url }, 'toggle')
            }
            className={clsx(
              'control control-square inline-flex h-6 items-center justify-center gap-1 rounded-full border px-2 text-sm tabular-nums',
              group.isMine ? 'border-accent bg-accent-soft text-accent-fg' : 'bg-surface text-fg-muted',
              canAward ? 'hover:border-line-strong' : 'cursor-not-allowed',
            )}
          >
            <span aria-hidden className="inline-flex">
              <EmojiSign of={group} />
            </span>
            <span aria-hidden>{group.people.length}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
