import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ViewerSwitch = lazyPart(() => import('./viewer-switch.tsx'));

/** In the header of a file that can be shown in two ways. Its place is kept. */
export function ViewerChoice({ loaded }: { loaded: PageDiffFile | null }) {
  return (
    loaded?.alternate_viewer && (
      <span className="flex min-w-12 shrink-0 max-sm:mr-2">
        <Suspense fallback={null}>
          <ViewerSwitch file={loaded} />
        </Suspense>
      </span>
    )
  );
}
