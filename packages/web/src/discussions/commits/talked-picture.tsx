import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { Suspense, useMemo } from 'react';
import { ImageSides, sidesOfView } from '../../projects/repository/diff-notice.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { linesFileOf, useCommitTalk } from './commit-talk.ts';

/** Pins, and the ways to compare, come after the pictures. */
export const PictureTalk = loadedLater(async () => ({
  default: (await import('../pictures/picture-talk.tsx')).PictureTalk,
}));

/** A changed picture of a commit, with what is said about places on it. */
export function TalkedPicture({ file }: { file: DiffFileView }) {
  const { comments, refs } = useCommitTalk();
  const linesFile = useMemo(() => linesFileOf(file, refs), [file, refs]);
  const sides = useMemo(() => sidesOfView(file), [file]);
  return (
    <Suspense fallback={<ImageSides file={file} />}>
      <PictureTalk file={linesFile} sides={sides} mayComment={comments.canBegin} />
    </Suspense>
  );
}
