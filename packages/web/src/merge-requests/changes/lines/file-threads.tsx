import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Fragment } from 'react';
import { DraftNotes } from '../../review/draft-note.tsx';
import { mayCommentOnFiles } from './may-comment-on-files.ts';
import { commentsOnFile } from './comments-on-file.ts';
import { useChanges } from '../changes-context.ts';
import { useFileComments } from '../use-file-comments.ts';
import { ThreadLines } from '../thread-lines.tsx';
import { FileCommentForm } from '../../../discussions/lines/file-comment-form.tsx';
import { isPinOn } from '../../../discussions/images/pins-on.ts';
import { useCommentedLines } from './use-commented-lines.ts';
import { ThreadList } from '../../../discussions/lines/thread-list.tsx';

/** Threads and pending comments on the file as a whole; those on its lines find them shown. */
export function FileThreads({ file }: { file: PageDiffFile }) {
  useCommentedLines(file);
  const { mergeRequest } = useChanges();
  const said = useFileComments(file.file_hash);
  const shown = said.threads(file.diff_refs);
  const isElsewhere = (discussion: PageDiscussion) => !isPinOn(file, discussion);
  const threads = commentsOnFile(file, shown).filter(isElsewhere);
  /** What they were begun on is not shown here, so it stands above them. */
  const hasLines = ({ active, position }: PageDiscussion) => !active || position?.position_type !== 'file';
  const pending = commentsOnFile(file, said.drafts(file.diff_refs));
  if (threads.length + pending.length === 0) return null;
  return (
    <div className="border-b p-3">
      {threads.map((discussion) => (
        <Fragment key={discussion.id}>
          {hasLines(discussion) && (
            <ThreadLines
              discussion={discussion}
              changesPath={mergeRequest?.paths.changes ?? ''}
              notice={
                discussion.position?.position_type === 'text'
                  ? 'Only whitespace changed around this line.'
                  : 'On another version of the image.'
              }
            />
          )}
          <ThreadList threads={[discussion]} refs={file.diff_refs} areToldAbove={hasLines(discussion)} />
        </Fragment>
      ))}
      <DraftNotes drafts={pending} />
    </div>
  );
}

/** The form for a comment on the file as a whole. */
export function FileForm(props: { file: PageDiffFile; asked: number; onClose: () => void }) {
  const changes = useChanges();
  return mayCommentOnFiles(changes) && <FileCommentForm {...props} lookedAt={changes.params.commit_id} />;
}
