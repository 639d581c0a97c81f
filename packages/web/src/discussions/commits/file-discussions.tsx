import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { MessageSquarePlus } from 'lucide-react';
import { Suspense } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { formOfFile } from '../lines/line-field.ts';
import { linesFileOf, useCommentsOnFile, useCommitComments } from './commit-comments.ts';

const ThreadList = lazyPart(async () => ({ default: (await import('../lines/thread-list.tsx')).ThreadList }));
const FileCommentForm = lazyPart(async () => ({
  default: (await import('../lines/file-comment-form.tsx')).FileCommentForm,
}));

/** In the header of a file. */
export function CommentOnFileButton({ file, open }: { file: DiffFileView; open: () => void }) {
  const { comments } = useCommitComments();
  if (!comments.canBegin) return null;
  return (
    <IconButton
      icon={MessageSquarePlus}
      size="sm"
      label={`Comment on the file ${file.status === 'deleted' ? file.oldName : file.newName}`}
      onClick={() => {
        open();
        comments.begin(formOfFile(file.fileHash), null);
      }}
    />
  );
}

/** Above the lines: what is said about the whole file, and the form for it. */
export function FileDiscussions({ file }: { file: DiffFileView }) {
  const { comments, refs } = useCommitComments();
  const said = useCommentsOnFile(file);
  const { file: threads } = said.threads(refs);
  const place = formOfFile(file.fileHash);
  const form = said.forms.get(place);
  return (
    <Suspense fallback={null}>
      {threads.length > 0 && (
        <div className="border-b p-3">
          <ThreadList threads={threads} refs={refs} />
        </div>
      )}
      {form && (
        <FileCommentForm file={linesFileOf(file, refs)} asked={form.asked} onClose={() => comments.close(place)} />
      )}
    </Suspense>
  );
}
