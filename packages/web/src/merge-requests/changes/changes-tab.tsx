import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useStable } from '../../lib/use-stable.ts';
import { ChangesView } from './changes-view.tsx';
import { useLineComments } from '../../discussions/lines/use-line-comments.ts';
import { LineCommentsFeed } from './lines/line-comments-feed.ts';

export default function ChangesTab({ page }: { page: MergeRequestShowPageData }) {
  const comments = useLineComments();
  // The page is asked for again after each act on it; the loaded files stay.
  const addresses = useStable(page.diffs);
  return (
    <>
      <LineCommentsFeed store={comments} />
      <ChangesView mergeRequest={page} addresses={addresses} comments={comments} />
    </>
  );
}
