import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import {
  countPipelines,
  findHeadPipeline,
  listPipelines,
  mayReadPipelines,
  type PipelineFilter,
  type PipelineRow,
  type TestedHead,
} from '../../ci/index.ts';
import { readOnce } from '../../platform/cache/request-cache.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { findProjectAccess, type MergeRequestAccess } from '../merge-request-access.ts';
import { latestCommits, versionsOf } from '../reads/cached-parts.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

/** What a pipeline that ran for a merge request says that it ran for. */
export const SUBJECT_TYPE = 'merge_request';

type Found = Pick<MergeRequestAccess, 'row' | 'access'>;
export type RequestPipeline = { row: PipelineRow; access: ProjectAccess };

/** Where pipelines of a request run: its target and its source, as far as the reader may see their pipelines. */
export async function pipelineProjects(ctx: Context, { row, access }: Found): Promise<Map<number, ProjectAccess>> {
  const { source_project_id: sourceId } = row;
  const source =
    sourceId === null || sourceId === access.project.id ? undefined : await findProjectAccess(ctx, sourceId);
  const readable = [access, source].flatMap((each) => (each && mayReadPipelines(ctx, each) ? [each] : []));
  return new Map(readable.map((each) => [each.project.id, each]));
}

/** The head of a request as pipelines test it, in its target and its source unless other projects are named. */
export function testedHeadOf(
  row: Pick<MergeRequestRow, 'id' | 'source_project_id' | 'target_project_id' | 'source_branch'>,
  sha: string,
  projectIds: readonly number[] = [...new Set([row.target_project_id, row.source_project_id ?? row.target_project_id])],
): TestedHead {
  const subject = { type: SUBJECT_TYPE, id: row.id };
  return { projectIds, targetProjectId: row.target_project_id, sha, ref: row.source_branch, subject };
}

/** The pipeline that says whether the newest version passed. */
export async function headPipelineOf(ctx: Context, found: Found): Promise<RequestPipeline | undefined> {
  const { row } = found;
  if (row.head_sha === null) return undefined;
  const projects = await pipelineProjects(ctx, found);
  const head = testedHeadOf(row, row.head_sha, [...projects.keys()]);
  return withAccess(projects, await findHeadPipeline(ctx, head));
}

/** The pipeline of the commit that the merge made. */
export async function mergePipelineOf(ctx: Context, { row, access }: Found): Promise<RequestPipeline | undefined> {
  const sha = row.merged_commit_sha ?? row.merge_commit_sha ?? row.squash_commit_sha;
  if (row.state !== 'merged' || sha === null || !mayReadPipelines(ctx, access)) return undefined;
  const filter = { projectIds: [access.project.id], sha, ref: row.target_branch };
  const [newest] = (await listPipelines(ctx, filter, { page: 1, perPage: 1 })).items;
  return newest && { row: newest, access };
}

/** Pipelines of all versions of a request, the newest first. */
export async function listRequestPipelines(
  ctx: Context,
  found: Found,
  filter: Partial<PipelineFilter>,
  request: PageRequest,
): Promise<Page<RequestPipeline>> {
  const projects = await pipelineProjects(ctx, found);
  const page = await listPipelines(ctx, { ...filter, ...(await allOf(ctx, found, projects)) }, request);
  return { ...page, items: page.items.flatMap((pipeline) => withAccess(projects, pipeline) ?? []) };
}

/** Of all versions. The page and the merge widget in it count the same ones. */
export function countRequestPipelines(ctx: Context, found: Found): Promise<number> {
  return readOnce(ctx, `request_pipelines:${found.row.id}`, async () =>
    countPipelines(ctx, await allOf(ctx, found, await pipelineProjects(ctx, found))),
  );
}

async function allOf(
  ctx: Context,
  { row }: Found,
  projects: ReadonlyMap<number, ProjectAccess>,
): Promise<PipelineFilter> {
  const [versions, commits] = await Promise.all([versionsOf(ctx, row), latestCommits(ctx, row)]);
  const heads = versions.map((version) => version.head_sha);
  const shas = commits.map((commit) => commit.sha);
  return {
    projectIds: [...projects.keys()],
    of: { type: SUBJECT_TYPE, id: row.id, ref: row.source_branch, heads, shas },
  };
}

function withAccess(
  projects: ReadonlyMap<number, ProjectAccess>,
  row: PipelineRow | undefined,
): RequestPipeline | undefined {
  const access = row && projects.get(row.project_id);
  return access && { row, access };
}
