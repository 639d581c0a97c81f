import { onEvent, publish } from '../../../platform/events.ts';
import { topicOf } from '../../merge-request-access.ts';
import { listOpenByHead } from '../../store/merge-requests.ts';

/** What merge checks say about the pipeline of a head is read anew, and open pages look again. */
for (const type of ['pipeline.changed', 'pipeline.deleted'] as const) {
  onEvent(type, 'merge-requests', async (ctx, { data: { projectId, sha, sourceSha } }) => {
    for (const row of await listOpenByHead(ctx.db, projectId, sourceSha ?? sha)) {
      await publish(ctx, topicOf(row.id), 'merge_status.changed', { id: row.id });
    }
  });
}
