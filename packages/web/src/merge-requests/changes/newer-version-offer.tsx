import { usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { useChanges } from './changes-context.ts';

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

/** What its reader may do about a version that arrived. */
export default function NewerVersionOffer({ onShow }: { onShow: () => void }) {
  const { renameSearch } = usePageUrl();
  const news = useNews();
  if (!news) return null;
  return (
    <div className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md border bg-overlay px-3 py-2 shadow-float">
      <span>A newer version of these changes is available.</span>
      <Button size="sm" onClick={() => renameSearch({ start_sha: news.shownHead, diff_id: null })}>
        Show new changes
      </Button>
      <Button size="sm" variant="ghost" onClick={onShow}>
        Show latest version
      </Button>
    </div>
  );
}
