import { Suspense } from 'react';
import { useChanges } from './changes-context.ts';
import { SourceForkDeleted } from './change-notices.ts';

/** Of a request from a fork that is not there any more: nothing can be pushed to it, and nobody edits its files. */
export function SourceProjectDeletedNotice() {
  const { mergeRequest } = useChanges();
  const { state, isFork, source } = mergeRequest?.mergeRequest ?? {};
  if (state !== 'opened' || isFork !== true || source !== null) return null;
  return (
    <Suspense fallback={<div className="mt-3 h-9" />}>
      <SourceForkDeleted />
    </Suspense>
  );
}
