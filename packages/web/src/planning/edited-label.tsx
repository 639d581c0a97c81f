import type { PageUser } from '@tributary/contract/planning/page.ts';
import { Time } from '../lib/time.tsx';

/** Below a text that was changed after it was written. */
export function EditedLabel({
  of: { editedAt, editedBy },
}: {
  of: { editedAt: string | null; editedBy: PageUser | null };
}) {
  if (editedAt === null) return null;
  return (
    <p className="text-sm text-fg-muted">
      Edited <Time value={editedAt} /> by {editedBy ? <bdi>{editedBy.name}</bdi> : 'a deleted user'}
    </p>
  );
}
