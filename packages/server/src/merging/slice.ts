import type { Slice } from '../endpoints/slice.ts';
import { mergingEndpoints } from './endpoints/index.ts';
import { mergingPipelineCheck } from './pipeline-check.ts';
import { mergingRecoverMergeIntents } from './recover-merge-intents.ts';
import { trainsAdvanceTrain } from './trains/operations/advance-train.ts';
import { autoMergeTryAutoMerge } from './auto-merge/try-auto-merge.ts';
import { mergingStartRebase } from './start-rebase.ts';
import { mergingQuickActions } from './quick-actions.ts';
import { mergingAfterMerge } from './after-merge.ts';
import { stacksStackMerges } from './stacks/store/stack-merges.ts';
import { stacksMergeNext } from './stacks/jobs/merge-next.ts';
import { trainsOnEvents } from './trains/jobs/on-events.ts';
import { doraPagesExtensions } from './dora/endpoints/pages.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const mergingSlice: Slice = {
  endpoints: mergingEndpoints,
  extensions: [
    ...mergingPipelineCheck,
    ...mergingRecoverMergeIntents,
    ...trainsAdvanceTrain,
    ...autoMergeTryAutoMerge,
    ...mergingStartRebase,
    ...mergingQuickActions,
    ...mergingAfterMerge,
    ...stacksStackMerges,
    ...stacksMergeNext,
    ...trainsOnEvents,
    ...doraPagesExtensions,
  ],
};
