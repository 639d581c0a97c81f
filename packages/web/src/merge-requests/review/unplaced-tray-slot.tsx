import { Suspense } from 'react';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedFields } from '../../app/autosave/use-autosaved-text.ts';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDrafts } from './use-review-store.ts';

const Tray = lazyPart(() => import('./unplaced-tray.tsx'));

/** What has no place is looked for where anything is said or begun. */
export function UnplacedTray() {
  const begun = useAutosavedFields(autosaveScopeOf(useDiscussionStore().notes));
  const said = [useDiscussions().discussions, useDrafts(), begun];
  return said.some((each) => each.length > 0) ? (
    <Suspense>
      <Tray />
    </Suspense>
  ) : null;
}
