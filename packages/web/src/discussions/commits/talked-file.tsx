import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { MessageSquarePlus } from 'lucide-react';
import { Suspense } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { fieldOfFile, setWritten, useIsWritten } from '../lines/written-files.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { placeOf } from '../../app/unfinished/unfinished-texts.ts';
import { useHasUnfinished } from '../../app/unfinished/use-unfinished-text.ts';
import { linesFileOf, useCommentsOnFile, useCommitTalk } from './commit-talk.ts';

const ThreadList = loadedLater(async () => ({ default: (await import('../lines/thread-list.tsx')).ThreadList }));
const WholeFileForm = loadedLater(async () => ({
  default: (await import('../lines/whole-file-form.tsx')).WholeFileForm,
}));

/** The same file of another commit is another one. */
const keyOf = (file: DiffFileView, { head_sha: sha }: { head_sha: string }) => `${sha} ${file.fileHash}`;

/** In the header of a file. */
export function CommentOnFileButton({ file, open }: { file: DiffFileView; open: () => void }) {
  const { comments, refs } = useCommitTalk();
  if (!comments.canBegin) return null;
  return (
    <IconButton
      icon={MessageSquarePlus}
      size="sm"
      label={`Comment on the file ${file.status === 'deleted' ? file.oldName : file.newName}`}
      onClick={() => {
        open();
        setWritten(keyOf(file, refs), true);
      }}
    />
  );
}

/** Above the lines: what is said about the whole file, and the form for it. */
export function FileTalk({ file }: { file: DiffFileView }) {
  const { comments, refs } = useCommitTalk();
  const { file: threads } = useCommentsOnFile(file).threads(refs);
  const key = keyOf(file, refs);
  const isWritten = useIsWritten(key);
  const place = placeOf(useDiscussionStore().notes);
  const isBegun = useHasUnfinished({ place, field: fieldOfFile(file.fileHash) });
  return (
    <Suspense fallback={null}>
      {threads.length > 0 && (
        <div className="border-b p-3">
          <ThreadList threads={threads} refs={refs} />
        </div>
      )}
      {comments.canBegin && (isWritten || isBegun) && (
        <WholeFileForm file={linesFileOf(file, refs)} autoFocus={isWritten} onClose={() => setWritten(key, false)} />
      )}
    </Suspense>
  );
}
