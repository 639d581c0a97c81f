import type { Extensions } from '../../../platform/extensions.ts';
import { onPipelineStatus } from '../../../ci/index.ts';
import { onEvent } from '../../../platform/events.ts';
import { defineMergesUnderWay, onGatesChanged } from '../../../projects/index.ts';
import { hasMergeIntents } from '../../store/intents.ts';
import { readinessChanged } from '../operations/readiness-changed.ts';

export const readinessFollowCauses: Extensions = [
  defineMergesUnderWay((ctx, projectIds) => hasMergeIntents(ctx.db, projectIds)),
  // What slices to the left change, in their transactions.
  onGatesChanged((ctx, projectIds, cause) => readinessChanged(ctx, { projectIds }, cause)),
  onPipelineStatus((ctx, { project_id: projectId, sha, source_sha: sourceSha }) =>
    readinessChanged(ctx, { projectId, sha: sourceSha ?? sha }, 'pipeline'),
  ),
  /** Its requests elsewhere have no source any more. */
  onEvent('project.deleted', 'merge-requests', (ctx) => readinessChanged(ctx, 'without_source', 'source_deleted')),
];
