import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Fragment } from 'react';
import { DraftNotes } from '../../review/draft-note.tsx';
import { useChanges } from '../changes-context.ts';
import { useFileComments } from '../line-comments.ts';
import { ThreadLines } from '../thread-lines.tsx';
import { PositionForm } from './position-form.tsx';
import { ThreadList } from './thread-list.tsx';

/** Threads and pending comments on the file as a whole. */
export function FileThreads({ file }: { file: PageDiffFile }) {
  const { mergeRequest } = useChanges();
  const { threads, drafts } = useFileComments(file.file_hash);
  const pending = drafts.get(file.file_hash) ?? [];
  if (threads.file.length + pending.length === 0) return null;
  return (
    <div className="border-b p-3">
      {threads.file.map((discussion) => (
        <Fragment key={discussion.id}>
          {!discussion.active && (
            <ThreadLines discussion={discussion} changesPath={mergeRequest?.paths.changes ?? ''} />
          )}
          <ThreadList threads={[discussion]} />
        </Fragment>
      ))}
      <DraftNotes drafts={pending} />
    </div>
  );
}

/** The form for a comment on the file as a whole. */
export function FileForm({ file, onClose }: { file: PageDiffFile; onClose: () => void }) {
  return (
    <div className="border-b p-3">
      <PositionForm
        label={`Comment on the file ${file.file_path}`}
        field={`file-${file.file_hash}`}
        position={{ ...file.diff_refs, old_path: file.old_path, new_path: file.new_path, position_type: 'file' }}
        onClose={onClose}
      />
    </div>
  );
}
