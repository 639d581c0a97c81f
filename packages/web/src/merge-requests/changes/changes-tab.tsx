import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useStable } from '../../lib/use-stable.ts';
import { ChangesView } from './changes-view.tsx';
import { useLineComments } from './use-line-comments.tsx';

export default function ChangesTab({ page }: { page: MergeRequestShowPageData }) {
  const comments = useLineComments(page.paths.changes);
  // The page is asked for again after each act on it; the loaded files stay.
  const addresses = useStable(page.diffs);
  return <ChangesView mergeRequest={page} addresses={addresses} comments={comments} />;
}
