import type { WidgetConflict } from '@tributary/contract/merge-requests/widget.ts';
import { ConflictMessage } from '../conflict-message.tsx';

/** Why the file does not merge, above its lines. */
export default function ConflictSentences({ conflicts }: { conflicts: readonly WidgetConflict[] }) {
  return conflicts.map(({ type, message }) => (
    <p key={type} className="border-b bg-warning-soft px-4 py-1 text-sm">
      <ConflictMessage message={message} />
    </p>
  ));
}
