import type { DiffRefs, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { useMemo } from 'react';
import { sidesOf } from '../../../discussions/images/image-sides.ts';
import { ImageDiscussions } from '../../../discussions/images/image-discussions.tsx';
import { useDiscussionStore } from '../../../discussions/store/use-discussions.tsx';
import { focusDraft } from '../../review/draft-focus.ts';
import { useChanges } from '../changes-context.ts';
import { useFileView } from '../use-diff-file.ts';
import { useFileComments } from '../use-file-comments.ts';
import { useDraftPinMove } from './use-draft-pin-move.ts';

/** Whether a pending comment is a pin on the image of this version; its text stands below in every version. */
function isPinIn({ active, position, original_position: original }: PageDraft, { head_sha: head }: DiffRefs): boolean {
  return active && position?.position_type === 'image' && [position.head_sha, original?.head_sha].includes(head);
}

/** A changed image with what is said and pending about places on it. */
export default function ImageBody({ file }: { file: PageDiffFile }) {
  const { params } = useChanges();
  const { areCommentsHidden } = useFileView(file.file_hash);
  const { canCreateNote } = useDiscussionStore().notes.currentUser;
  const sides = useMemo(() => sidesOf(file), [file]);
  const { pins } = useFileComments(file.file_hash).drafts(file.diff_refs);
  const drafts = pins.filter((draft) => isPinIn(draft, file.diff_refs));
  const onMoveDraft = useDraftPinMove();
  const reason = canCreateNote ? file.comments_disabled_reason : null;
  return (
    <>
      {reason !== null && <p className="border-b px-4 py-1 text-sm text-fg-muted">{reason}</p>}
      <ImageDiscussions
        file={file}
        sides={sides}
        mayComment={canCreateNote && reason === null}
        lookedAt={params.commit_id}
        areCommentsHidden={areCommentsHidden}
        pending={{ drafts, goToDraft: focusDraft, onMoveDraft }}
      />
    </>
  );
}
