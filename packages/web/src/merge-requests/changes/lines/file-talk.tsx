import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Fragment } from 'react';
import { DraftNotes } from '../../review/draft-note.tsx';
import { useChanges } from '../changes-context.ts';
import { useFileComments } from '../use-file-comments.ts';
import { ThreadLines } from '../thread-lines.tsx';
import { WholeFileForm } from '../../../discussions/lines/whole-file-form.tsx';
import { useTalkedLines } from './use-talked-lines.ts';
import { ThreadList } from '../../../discussions/lines/thread-list.tsx';

/** Threads and pending comments on the file as a whole; those on its lines find them shown. */
export function FileThreads({ file }: { file: PageDiffFile }) {
  useTalkedLines(file);
  const { mergeRequest } = useChanges();
  const said = useFileComments(file.file_hash);
  const threads = said.threads(file.diff_refs).file;
  const pending = said.drafts.get(file.file_hash) ?? [];
  if (threads.length + pending.length === 0) return null;
  return (
    <div className="border-b p-3">
      {threads.map((discussion) => (
        <Fragment key={discussion.id}>
          {!discussion.active && (
            <ThreadLines discussion={discussion} changesPath={mergeRequest?.paths.changes ?? ''} />
          )}
          <ThreadList threads={[discussion]} refs={file.diff_refs} />
        </Fragment>
      ))}
      <DraftNotes drafts={pending} />
    </div>
  );
}

/** The form for a comment on the file as a whole. */
export function FileForm({ file, onClose }: { file: PageDiffFile; onClose: () => void }) {
  const { params } = useChanges();
  return <WholeFileForm file={file} lookedAt={params.commit_id} onClose={onClose} />;
}
