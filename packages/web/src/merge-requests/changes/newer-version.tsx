import { Suspense } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { useChanges } from './changes-context.ts';

const Offer = loadedLater(async () => ({ default: (await import('./newer-version-offer.tsx')).NewerVersionOffer }));

/** Head of a version that arrived while an earlier one, the newest then, is being read. */
function useNews(): { shownHead: string } | null {
  const { mergeRequest, metadata, params } = useChanges();
  const { search } = usePageUrl();
  const shown = metadata.merge_request_diff;
  const newest = mergeRequest?.mergeRequest.headSha ?? null;
  // Who asked for one version or one commit reads just that.
  const isChosen = [
    search.get('diff_id') ?? undefined,
    params.commit_id,
    params.diff_head,
    params.only_context_commits,
  ].some((each) => each !== undefined);
  // The page around the changes may know less than they do.
  const isKnown = metadata.merge_request_diffs.some((version) => version.head_commit_sha === newest);
  if (!shown?.latest || isChosen || newest === null || isKnown) return null;
  return { shownHead: shown.head_commit_sha };
}

/** Offers what arrived, over the page and not in it: the lines that are being read stay where they are. */
export function NewerVersion({ onShow }: { onShow: () => void }) {
  const news = useNews();
  return (
    <div role="status" className="no-print pointer-events-none fixed inset-x-0 bottom-16 z-20 flex justify-center px-4">
      {news && (
        <Suspense fallback={null}>
          <Offer shownHead={news.shownHead} onShow={onShow} />
        </Suspense>
      )}
    </div>
  );
}
