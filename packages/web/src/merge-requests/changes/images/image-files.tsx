import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { estimatedBody } from '../model/estimated-height.ts';
import { rawSides } from '../../../discussions/images/raw-sides.ts';

const ImageBody = lazyPart(() => import('./image-body.tsx'));

/** The place that the file had before its image is kept while what shows images is on its way. */
function Body({ file }: { file: PageDiffFile }) {
  return (
    <Suspense fallback={<Skeleton width="100%" height={`${estimatedBody(file)}px`} />}>
      <ImageBody file={file} />
    </Suspense>
  );
}

let isAwaited = true;

async function arrival(): Promise<void> {
  await ImageBody.preload();
  isAwaited = false;
}

/** Images of both sides, also drawings as long as nobody asks for their lines. */
export const imageFiles = {
  isFor: (file: PageDiffFile) => {
    const { before, after } = rawSides(file);
    return file.viewer.name === 'image' && (before ?? after) !== null;
  },
  Body,
  onItsWay: () => (isAwaited ? arrival() : null),
};
