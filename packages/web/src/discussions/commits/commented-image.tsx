import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { Suspense, useMemo } from 'react';
import { ImageSides, sidesOfView } from '../../repositories/diff/diff-notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { linesFileOf, useCommitComments } from './commit-comments.ts';

/** Pins, and the ways to compare, come after the images. */
export const ImageDiscussions = lazyPart(async () => ({
  default: (await import('../images/image-discussions.tsx')).ImageDiscussions,
}));

/** A changed image of a commit, with what is said about places on it. */
export function CommentedImage({ file }: { file: DiffFileView }) {
  const { comments, refs } = useCommitComments();
  const linesFile = useMemo(() => linesFileOf(file, refs), [file, refs]);
  const sides = useMemo(() => sidesOfView(file), [file]);
  return (
    <Suspense fallback={<ImageSides file={file} />}>
      <ImageDiscussions file={linesFile} sides={sides} mayComment={comments.canBegin} />
    </Suspense>
  );
}
