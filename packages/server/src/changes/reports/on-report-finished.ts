import type { Extensions } from '../../platform/extensions.ts';
import { onEvent, publish } from '../../platform/events.ts';
import { topicOf, listOpenByHead } from '../../merge-requests/index.ts';

export const reportsOnReportFinished: Extensions = [
  /** Open pages ask for what was measured as soon as it is read. */
  onEvent('commit_report.finished', 'merge-requests', async (ctx, { data: { projectId, sha, kind } }) => {
    for (const row of await listOpenByHead(ctx.db, projectId, sha)) {
      await publish(ctx, topicOf(row.id), 'reports.changed', { id: row.id, kind });
    }
  }),
];
