import type { Extensions } from '../../platform/extensions.ts';
import { transact } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { endBuildFailedTodo, openBuildFailedTodo } from '../../notifications/index.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { NOTEABLE_TYPE, noteableOf } from '../noteable.ts';
import { findAutoMerge } from '../store/auto-merges.ts';
import { listOpenByHead } from '../store/merge-requests.ts';

export const pipelinesFailedPipelineTodos: Extensions = [
  /** The author of a request, and who set it to merge automatically, have a to-do while the pipeline of its newest commit has failed. */
  onEvent('pipeline.changed', 'merge-request-todos', async (ctx, { data: { projectId, sha, sourceSha, status } }) => {
    const isOver = status === 'success' || status === 'running' || status === 'pending';
    if (status !== 'failed' && !isOver) return;
    const rows = await listOpenByHead(ctx.db, projectId, sourceSha ?? sha);
    if (rows.length === 0) return;
    await transact(ctx, async (inner) => {
      for (const { id } of rows) {
        if (isOver) {
          await endBuildFailedTodo(inner, { type: NOTEABLE_TYPE, id });
          continue;
        }
        const found = await findMergeRequestAccess(inner, id);
        const setBy = (await findAutoMerge(inner.db, id))?.set_by_id;
        if (found) await openBuildFailedTodo(inner, noteableOf(found), setBy === undefined ? [] : [setBy]);
      }
    });
  }),
];
