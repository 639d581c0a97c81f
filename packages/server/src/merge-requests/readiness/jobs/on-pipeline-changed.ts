import { onEvent } from '../../../platform/events.ts';
import { readinessChanged } from '../operations/readiness-changed.ts';

for (const type of ['pipeline.changed', 'pipeline.deleted'] as const) {
  onEvent(type, 'merge-requests', (ctx, { data: { projectId, sha, sourceSha } }) =>
    readinessChanged(ctx, { projectId, sha: sourceSha ?? sha }, 'pipeline'),
  );
}
