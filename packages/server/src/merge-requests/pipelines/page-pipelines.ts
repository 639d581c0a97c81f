import type { PagePipeline, PipelinesAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import type { PageRequest } from '@tributary/contract/core/paging.ts';
import type { WidgetPipelinePart } from '@tributary/contract/merge-requests/widget.ts';
import {
  hasConfiguration,
  listPipelines,
  mayReadPipelines,
  toPagePipeline,
  viewPagePipelines,
} from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { versionsOf } from '../reads/cached-parts.ts';
import { runOffer } from './create-request-pipeline.ts';
import {
  countRequestPipelines,
  headPipelineOf,
  listRequestPipelines,
  mergePipelineOf,
  type RequestPipeline,
} from './request-pipelines.ts';

type Found = Pick<MergeRequestAccess, 'row' | 'access'>;

/** In the order given; pipelines of the source and of the target are looked up by project. */
async function toPage(ctx: Context, pipelines: readonly RequestPipeline[]): Promise<PagePipeline[]> {
  const byProject = Map.groupBy(pipelines, ({ access }) => access);
  const views = await Promise.all(
    [...byProject].map(([access, some]) => viewPagePipelines(ctx, access, some.map(({ row }) => row))), // prettier-ignore
  );
  const byId = new Map(views.flat().map((view) => [view.row.id, toPagePipeline(view)]));
  return pipelines.flatMap(({ row }) => byId.get(row.id) ?? []);
}

/** The tab with pipelines. */
export async function pipelinesTab(ctx: Context, found: Found, request: PageRequest): Promise<PipelinesAnswer> {
  const [page, run] = await Promise.all([listRequestPipelines(ctx, found, {}, request), runOffer(ctx, found)]);
  const { row, access } = found;
  const path = `/api/v4/projects/${access.project.id}/merge_requests/${row.iid}/pipelines`;
  return {
    pipelines: await toPage(ctx, page.items),
    count: { all: page.total ?? page.items.length },
    run: run && { path, runs_fork_code: run.runsForkCode },
  };
}

/** What the merge widget says about pipelines; the part of it that has an address of its own. */
export async function widgetPipelines(ctx: Context, found: Found): Promise<WidgetPipelinePart> {
  const [head, merge] = await Promise.all([headPipelineOf(ctx, found), mergePipelineOf(ctx, found)]);
  const [ofHead, ofMerge, delta] = await Promise.all([
    toPage(ctx, head ? [head] : []),
    toPage(ctx, merge ? [merge] : []),
    coverageDelta(ctx, found, head),
  ]);
  return {
    pipeline: ofHead[0] ?? null,
    merge_pipeline: ofMerge[0] ?? null,
    ...(head
      ? { has_ci: true, is_awaiting_pipeline: false, is_pipeline_missing: false }
      : await withoutPipeline(ctx, found)),
    pipeline_coverage_delta: delta,
    ci_status: ofHead[0]?.details.status.group ?? null,
  };
}

const AWAITED_MS = 60_000;

/** The newest version has no pipeline: there may be older ones, or its own may be about to be created. */
async function withoutPipeline(ctx: Context, found: Found) {
  const { row } = found;
  const version = (await versionsOf(ctx, row)).find(({ id }) => id === row.latest_version_id);
  const isNew = version !== undefined && ctx.clock.now().getTime() - version.created_at.getTime() < AWAITED_MS;
  const has = await hasCi(ctx, found);
  // What ran in a fork for its branch does not count, so that none is missing either.
  const isExpected = has && (row.source_project_id === row.target_project_id || (await isConfigured(ctx, row)));
  return { has_ci: has, is_awaiting_pipeline: isExpected && isNew, is_pipeline_missing: isExpected && !isNew };
}

/** Pipelines have run for it, or its source branch has a configuration. */
export async function hasCi(ctx: Context, found: Found): Promise<boolean> {
  return (await countRequestPipelines(ctx, found)) > 0 || (await isConfigured(ctx, found.row));
}

const isConfigured = async (ctx: Context, { source_project_id: sourceId, head_sha: sha }: Found['row']) =>
  sourceId !== null && sha !== null && (await hasConfiguration(ctx, sourceId, sha));

/**
 * Coverage of the head less that of the newest pipeline of the target branch that passed. What another system reports is
 * compared with its own reports alone.
 */
async function coverageDelta(
  ctx: Context,
  { row, access }: Found,
  head: RequestPipeline | undefined,
): Promise<string | null> {
  const own = head?.row.coverage ?? null;
  if (own === null || !mayReadPipelines(ctx, access)) return null;
  const filter = {
    projectIds: [access.project.id],
    ref: row.target_branch,
    status: 'success',
    isOfBranch: true,
    isExternal: head?.row.source === 'external',
  } as const;
  const [base] = (await listPipelines(ctx, filter, { page: 1, perPage: 1 })).items;
  const other = base?.coverage ?? null;
  return other === null ? null : (own - other).toFixed(2);
}
