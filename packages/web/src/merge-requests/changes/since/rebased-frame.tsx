import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { type ComponentProps, useMemo } from 'react';
import { useAnswer } from '../../../lib/answers.ts';
import type { DiffRange } from '../../queries.ts';
import { ChangesFrame } from '../changes-frame.tsx';
import { isCompared, rebaseChanges, RebasedProvider, visibleMetadata, useRebasedOf } from './rebased-context.ts';

/** Whether it has been told apart what came with a rebase; where there is nothing to compare it always has. */
export function useIsRebaseKnown(
  page: MergeRequestShowPageData | null,
  range: DiffRange,
  head: string | null,
): boolean {
  const isAsked = isCompared(page, range);
  const { isPending } = useAnswer(isAsked ? rebaseChanges(page?.review.rebasePath ?? '', range, head) : null);
  return !isAsked || !isPending;
}

/** The frame with the files that the reader wants to see. */
export function RebasedFrame({ head, ...props }: ComponentProps<typeof ChangesFrame> & { head: string | null }) {
  const rebased = useRebasedOf(props.mergeRequest, props.range, head);
  const metadata = useMemo(() => visibleMetadata(props.metadata, rebased), [props.metadata, rebased]);
  return (
    <RebasedProvider value={rebased}>
      <ChangesFrame {...props} metadata={metadata} />
    </RebasedProvider>
  );
}
