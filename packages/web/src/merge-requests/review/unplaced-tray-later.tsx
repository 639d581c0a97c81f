import { Suspense } from 'react';
import { placeOf } from '../../app/unfinished/unfinished-texts.ts';
import { useUnfinishedFields } from '../../app/unfinished/use-unfinished-text.ts';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { useDrafts } from './use-review-store.ts';

const Tray = loadedLater(() => import('./unplaced-tray.tsx'));

/** What has no place is looked for where anything is said or begun. */
export function UnplacedTray() {
  const begun = useUnfinishedFields(placeOf(useDiscussionStore().notes));
  const said = [useDiscussions().discussions, useDrafts(), begun];
  return said.some((each) => each.length > 0) ? (
    <Suspense>
      <Tray />
    </Suspense>
  ) : null;
}
