import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { PipelineTable, StageTable } from '../tables.ts';

export type PipelineRow = Selectable<PipelineTable>;
export type StageRow = Selectable<StageTable>;
export type NewPipeline = Omit<Insertable<PipelineTable>, 'iid'>;

/** The next number in the project; two writers never get the same one. */
async function nextIid(db: Db | Tx, projectId: number): Promise<number> {
  const row = await db
    .insertInto('ci_pipeline_counters')
    .values({ project_id: projectId, last_iid: 1 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ last_iid: sql<number>`ci_pipeline_counters.last_iid + 1` }),
    )
    .returning('last_iid')
    .executeTakeFirstOrThrow();
  return row.last_iid;
}

export async function insertPipeline(db: Db | Tx, values: NewPipeline): Promise<PipelineRow> {
  const iid = await nextIid(db, values.project_id);
  return db
    .insertInto('ci_pipelines')
    .values({ ...values, iid })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findPipeline(db: Db | Tx, id: number): Promise<PipelineRow | undefined> {
  return db.selectFrom('ci_pipelines').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findPipelines(db: Db | Tx, ids: readonly number[]): Promise<PipelineRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('ci_pipelines')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** Whoever changes the jobs of a pipeline has its row: their effects on its status come one after another. */
export function lockPipeline(db: Db | Tx, id: number): Promise<PipelineRow | undefined> {
  return db.selectFrom('ci_pipelines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Reports on one commit are written one after another, so that two of them do not make two pipelines. */
export async function lockCommit(db: Db | Tx, projectId: number, sha: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commit_status:${projectId}:${sha}`}, 0))`.execute(db);
}

export type CommitQuery = { projectId: number; sha: string; ref?: string | undefined; id?: number | undefined };

/** The newest pipeline of a commit. */
export function newestPipeline(db: Db | Tx, of: CommitQuery): Promise<PipelineRow | undefined> {
  let query = db
    .selectFrom('ci_pipelines')
    .selectAll()
    .where('project_id', '=', of.projectId)
    .where('sha', '=', of.sha);
  if (of.ref !== undefined) query = query.where('ref', '=', of.ref);
  // A child pipeline is part of its parent.
  query = of.id === undefined ? query.where('source', '!=', 'parent_pipeline') : query.where('id', '=', of.id);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** The newest pipeline of each of these commits; those without any are missing. */
export async function newestPipelines(
  db: Db | Tx,
  projectIds: readonly number[],
  shas: readonly string[],
): Promise<PipelineRow[]> {
  if (shas.length === 0 || projectIds.length === 0) return [];
  return db
    .selectFrom('ci_pipelines')
    .selectAll()
    .distinctOn('sha')
    .where('project_id', 'in', [...projectIds])
    .where('sha', 'in', [...shas])
    .where('source', '!=', 'parent_pipeline')
    .orderBy('sha')
    .orderBy('id', 'desc')
    .execute();
}

export function updatePipeline(
  db: Db | Tx,
  id: number,
  changes: Updateable<PipelineTable>,
): Promise<PipelineRow | undefined> {
  return db
    .updateTable('ci_pipelines')
    .set({
      ...changes,
      updated_at: sql<Date>`clock_timestamp()`,
      lock_version: sql<number>`lock_version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Pipelines that have ended and are older than their project keeps them; `only` asks for one. */
export async function listOldPipelines(
  db: Db | Tx,
  now: Date,
  { limit, only, after = 0 }: { limit: number; only?: number; after?: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select pipeline.id from ci_pipelines pipeline join projects project on project.id = pipeline.project_id
    where (project.ci_settings ->> 'ci_delete_pipelines_in_seconds') is not null
      and pipeline.created_at < ${now}::timestamptz
        - (project.ci_settings ->> 'ci_delete_pipelines_in_seconds')::int * interval '1 second'
      and pipeline.status in ('success', 'failed', 'canceled', 'skipped', 'manual')
      and pipeline.id > ${after}
      and ${only === undefined ? sql`true` : sql`pipeline.id = ${only}`}
    order by pipeline.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deletePipeline(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('ci_pipelines').where('id', '=', id).execute();
}

/** The stage of this name, created if it is missing. */
export async function ensureStage(
  db: Db | Tx,
  stage: { pipelineId: number; name: string; position: number },
): Promise<StageRow> {
  const { pipelineId, name, position } = stage;
  const [made] = await db
    .insertInto('ci_stages')
    .values({ pipeline_id: pipelineId, name, position })
    .onConflict((conflict) => conflict.columns(['pipeline_id', 'name']).doNothing())
    .returningAll()
    .execute();
  if (made) return made;
  return db
    .selectFrom('ci_stages')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
}

export async function updateStage(
  db: Db | Tx,
  id: number,
  { status, hasWarnings }: { status: CiStatus; hasWarnings: boolean },
): Promise<void> {
  await db
    .updateTable('ci_stages')
    .set({ status, has_warnings: hasWarnings })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('status', '!=', status), eb('has_warnings', '!=', hasWarnings)]))
    .execute();
}

export function findStage(db: Db | Tx, id: number): Promise<StageRow | undefined> {
  return db.selectFrom('ci_stages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stages of many pipelines, in their order. */
export async function listStages(db: Db | Tx, pipelineIds: readonly number[]): Promise<StageRow[]> {
  if (pipelineIds.length === 0) return [];
  return db
    .selectFrom('ci_stages')
    .selectAll()
    .where('pipeline_id', 'in', [...pipelineIds])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The newest pipeline of each of these refs of a project. */
export async function newestIdsOfRefs(db: Db | Tx, projectId: number, refs: readonly string[]): Promise<Set<number>> {
  if (refs.length === 0) return new Set();
  const rows = await db
    .selectFrom('ci_pipelines')
    .select((eb) => eb.fn.max<number>('id').as('id'))
    .where('project_id', '=', projectId)
    .where('ref', 'in', [...refs])
    .where('source', '!=', 'parent_pipeline')
    .groupBy('ref')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** A branch or tag of a project; `sha` where the pipelines of one commit alone are meant. */
export type PipelineRef = { projectId: number; ref: string; isTag: boolean; sha: string | null };
type RefPipeline = { projectId: number; ref: string; id: number; status: CiStatus; has_warnings: boolean };

/** The newest pipeline of each of these refs, not of what ran for a merge request; one index probe for each. */
export async function newestOfRefs(db: Db | Tx, refs: readonly PipelineRef[]): Promise<RefPipeline[]> {
  if (refs.length === 0) return [];
  const found = await sql<RefPipeline>`
    select wanted."projectId", wanted.ref, newest.*
    from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb)
      as wanted ("projectId" bigint, ref text, "isTag" boolean, sha text)
    cross join lateral (
      select id, status, has_warnings from ci_pipelines
      where project_id = wanted."projectId" and ref = wanted.ref and is_tag = wanted."isTag" and subject_id is null
        and (wanted.sha is null or sha = wanted.sha) and source <> 'parent_pipeline'
      order by id desc limit 1) newest`.execute(db);
  return found.rows;
}

export type TestedHeads = readonly {
  projectIds: readonly number[];
  targetProjectId: number;
  sha: string;
  ref: string;
  subject: { type: string; id: number };
}[];

export type HeadPipeline = { pipelineId: number; projectId: number; status: CiStatus };

/**
 * The pipeline that says whether the head of something passed, by the id of their subject: the newest that ran for it, in the
 * target project before its source; where none ran for it, the newest of its branch in the target project, else the newest of
 * the commit there. What else runs in a fork says nothing: its owner decides what that is. In a train a head is tested
 * together with others: what fails there says nothing about the head alone.
 */
export async function headPipelines(db: Db | Tx, heads: TestedHeads): Promise<Map<number, HeadPipeline>> {
  if (heads.length === 0) return new Map();
  const rows = heads.flatMap(({ projectIds, targetProjectId, sha, ref, subject }) =>
    projectIds.map((projectId) => ({
      projectId,
      isTarget: projectId === targetProjectId,
      sha,
      ref,
      type: subject.type,
      id: subject.id,
    })),
  );
  const found = await sql<HeadPipeline & { id: number }>`
    with head as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as each ("projectId" bigint, "isTarget" boolean, sha text, ref text, type text, id bigint)
    ), candidate as (
      select head.id, head."isTarget", pipeline.id as pipeline_id, pipeline.project_id, pipeline.status, pipeline.source,
        pipeline.subject_id is not null as is_own, pipeline.subject_id is null and pipeline.ref = head.ref as is_of_branch
      from head join ci_pipelines pipeline on pipeline.project_id = head."projectId" and pipeline.sha = head.sha
        and ((pipeline.subject_id is null and head."isTarget")
          or (pipeline.subject_type = head.type and pipeline.subject_id = head.id))
      union all
      select head.id, head."isTarget", pipeline.id, pipeline.project_id, pipeline.status, pipeline.source, true, false
      from head join ci_pipelines pipeline on pipeline.project_id = head."projectId" and pipeline.subject_type = head.type
        and pipeline.subject_id = head.id and pipeline.source_sha = head.sha and pipeline.event_type = 'merged_result'
    )
    select distinct on (id) id, pipeline_id as "pipelineId", project_id as "projectId", status
    from candidate where source <> 'parent_pipeline'
    order by id, is_own desc, "isTarget" desc, is_of_branch desc, pipeline_id desc`.execute(db);
  return new Map(found.rows.map(({ id, ...pipeline }) => [id, pipeline]));
}

/** Pipelines of the same branch or subject that are not over, for another commit. */
export async function listOlderActive(
  db: Db | Tx,
  newer: PipelineRow,
  sources: readonly PipelineRow['source'][],
): Promise<number[]> {
  const subject = newer.subject_id === null ? null : newer.subject_type;
  const rows = await db
    .selectFrom('ci_pipelines')
    .select('id')
    .where('project_id', '=', newer.project_id)
    .where('ref', '=', newer.ref)
    .where('id', '<', newer.id)
    .where('sha', '!=', newer.sha)
    .where('source', 'in', [...sources])
    .where('subject_type', 'is not distinct from', subject)
    .where('subject_id', 'is not distinct from', newer.subject_id)
    .where('status', 'not in', ['success', 'failed', 'canceling', 'canceled', 'skipped'])
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** A push is recorded once; its event may be delivered again. */
export async function hasPipelineOfPush(
  db: Db | Tx,
  push: { projectId: number; ref: string; beforeSha: string },
  sha: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('ci_pipelines')
    .select('id')
    .where('project_id', '=', push.projectId)
    .where('sha', '=', sha)
    .where('ref', '=', push.ref)
    .where('source', '=', 'push')
    .where('before_sha', '=', push.beforeSha)
    .executeTakeFirst();
  return found !== undefined;
}

export async function stageName(db: Db | Tx, id: number): Promise<string> {
  const row = await db.selectFrom('ci_stages').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return row.name;
}
