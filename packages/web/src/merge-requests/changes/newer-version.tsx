import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useChanges } from './changes-context.ts';

const Offer = lazyPart(() => import('./newer-version-offer.tsx'));

/** Offers what arrived, over the page and not in it: the lines that are being read stay where they are. */
export function NewerVersion({ onShow }: { onShow: () => void }) {
  const { mergeRequest, metadata } = useChanges();
  // What is read is the newest version, most of the time.
  const isOther = mergeRequest?.mergeRequest.headSha !== metadata.merge_request_diff?.head_commit_sha;
  return (
    <div role="status" className="no-print pointer-events-none fixed inset-x-0 bottom-16 z-20 flex justify-center px-4">
      {isOther && (
        <Suspense fallback={null}>
          <Offer onShow={onShow} />
        </Suspense>
      )}
    </div>
  );
}
