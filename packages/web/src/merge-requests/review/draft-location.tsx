import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { PathText } from '../../ui/path-text.tsx';

/** Where a pending comment stands, in a list of them. */
export function DraftLocation({ draft }: { draft: PageDraft }) {
  if (draft.discussion_id !== null) return 'Reply in a thread';
  if (draft.file_path === null) return 'Overview';
  const line = draft.position?.new_line ?? draft.position?.old_line;
  return (
    <span className="font-mono text-code">
      <PathText path={draft.active && line ? `${draft.file_path}:${line}` : draft.file_path} />
    </span>
  );
}
