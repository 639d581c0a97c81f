import type { InboxItem } from '@tributary/contract/merge-requests/inbox.ts';
import { toPagePersonOrNull } from '../../../planning/index.ts';
import type { InboxEntry } from '../reads/inbox.ts';

export function toInboxItem({ view, turn, path, reference }: InboxEntry): InboxItem {
  const { row, version } = view;
  return {
    id: row.id,
    title: row.title,
    reference,
    href: path,
    author: toPagePersonOrNull(view.author),
    reason: turn.reason,
    count: turn.count ?? null,
    draft: row.is_draft,
    addedLines: version?.added_lines ?? null,
    removedLines: version?.removed_lines ?? null,
    filesCount: version?.files_count ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}
