import type { NoteableAwards as Given } from '@tributary/contract/discussions/page.ts';
import { AddReaction } from './add-reaction.tsx';
import { AwardList } from './award-list.tsx';
import { useAwards } from './use-awards.ts';

/** The award bar of a thing that is talked about. */
export function NoteableAwards({ given }: { given: Given }) {
  const awards = useAwards(given.awards, given.path);
  if (given.awards.length === 0 && !given.canAward) return null;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <AwardList awards={awards} canAward={given.canAward} />
      {given.canAward && <AddReaction onPick={(emoji) => awards.toggle(emoji, 'add')} />}
    </div>
  );
}
