import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { PathText } from '../../ui/path-text.tsx';
import { OriginalLines } from '../threads/original-lines.tsx';

/** The lines of a commit that a thread is about, above it. */
export function CommitLines({ discussion }: { discussion: PageDiscussion }) {
  const lines = discussion.truncated_diff_lines ?? [];
  const file = discussion.diff_file;
  if (!file) return null;
  return (
    <div className="mb-2 overflow-hidden rounded-md border">
      <p className="border-b bg-raised px-3 py-1.5 font-mono text-code">
        <PathText path={file.file_path} />
      </p>
      {lines.length > 0 && <OriginalLines threadId={discussion.id} lines={lines} name={file.file_path} />}
    </div>
  );
}
