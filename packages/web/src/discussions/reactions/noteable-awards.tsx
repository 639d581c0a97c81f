import type { NoteableAwards as Given } from '@tributary/contract/discussions/page.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { AwardBar } from './award-bar.tsx';
import { useAwards } from './use-awards.ts';

/** The award bar of a thing that is talked about. */
export function NoteableAwards({ given }: { given: Given }) {
  // Where the page cannot be had either, the next news of it brings the truth.
  const awards = useAwards(given.awards, given.path, () => void reloadPage().catch(() => undefined));
  if (given.awards.length === 0 && !given.canAward) return null;
  return <AwardBar awards={awards} canAward={given.canAward} hasPicker={given.canAward} />;
}
