import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { PipelineRow } from './pipeline-store.ts';

/** The status of the newest earlier pipeline of the same ref and source that failed or passed. */
export async function statusBefore(
  db: Db | Tx,
  { id, project_id: projectId, ref, is_tag: isTag, source }: PipelineRow,
): Promise<CiStatus | undefined> {
  const row = await db
    .selectFrom('ci_pipelines')
    .select('status')
    .where('project_id', '=', projectId)
    .where('ref', '=', ref)
    .where('is_tag', '=', isTag)
    .where('source', '=', source)
    .where('status', 'in', ['failed', 'success'])
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status;
}
