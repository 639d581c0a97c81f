import type { PipelineArtifact } from '@tributary/contract/ci/pipeline-page.ts';
import type { Commit } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { storedCommits } from '../../repositories/index.ts';
import { pipelineArtifacts } from '../artifacts/reads/pipeline-files.ts';
import { type PipelineFiles, pipelineFiles } from '../artifacts/store/pipeline-files-store.ts';
import { mayRunJobs } from '../operations/run-refusal.ts';
import { newestIdsOfRefs, newestPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import { listWaitingJobs, pipelinesToRetry, type WaitingJob } from '../store/waiting-jobs-store.ts';
import { type LinkedPipelines, linkedPipelines } from './linked-pipelines.ts';
import { type PipelineView, viewPipelines } from './pipelines.ts';

/** A pipeline with what a page says about it. */
export type PagePipelineView = PipelineView & {
  fullPath: string;
  commit: Commit | undefined;
  /** The newest of its ref. */
  isLatest: boolean;
  mayUpdate: boolean;
  files: PipelineFiles;
  /** Those that the actor may read. */
  artifacts: PipelineArtifact[];
  /** Jobs that a user may start, in their order. */
  waiting: WaitingJob[];
  /** Jobs failed or were canceled that can run again. */
  isRetryable: boolean;
  linked: LinkedPipelines;
};

const MAX_WAITING = 50;

/** Pipelines of one project, in the order given, with a constant number of queries. */
export async function viewPagePipelines(
  ctx: Context,
  access: ProjectAccess,
  rows: readonly PipelineRow[],
): Promise<PagePipelineView[]> {
  const [views, commits, newest] = await Promise.all([
    viewPipelines(ctx, rows),
    storedCommits(
      ctx,
      access,
      rows.map(({ sha }) => sha),
    ),
    newestIdsOfRefs(ctx.db, access.project.id, [...new Set(rows.map(({ ref }) => ref))]),
  ]);
  const ids = rows.map(({ id }) => id);
  const [files, linked, waiting, toRetry] = await Promise.all([
    pipelineFiles(ctx.db, ids),
    linkedPipelines(ctx, ids),
    listWaitingJobs(ctx.db, ids, MAX_WAITING),
    pipelinesToRetry(ctx.db, ids),
  ]);
  const withFiles = ids.filter((id) => files.get(id)?.hasArtifacts);
  const artifacts = await pipelineArtifacts(ctx, access, withFiles);
  const runnable = await runnableRefs(ctx, access, rows);
  return views.map((view) => ({
    ...view,
    fullPath: access.project.full_path,
    commit: commits.get(view.row.sha),
    isLatest: newest.has(view.row.id),
    files: files.get(view.row.id) ?? { hasArtifacts: false, isExposing: false },
    artifacts: artifacts.get(view.row.id) ?? [],
    isRetryable: toRetry.has(view.row.id),
    waiting: waiting.filter(({ pipelineId }) => pipelineId === view.row.id),
    linked: linked.get(view.row.id) ?? { upstream: null, downstream: [] },
    mayUpdate: runnable.has(refKey(view.row)),
  }));
}

/** The newest pipeline of a commit on its ref. */
export async function newestPagePipeline(
  ctx: Context,
  access: ProjectAccess,
  at: { sha: string; ref: string },
): Promise<PagePipelineView | undefined> {
  const row = await newestPipeline(ctx.db, { projectId: access.project.id, ...at });
  return row && (await viewPagePipelines(ctx, access, [row]))[0];
}

const refKey = ({ ref, is_tag: isTag }: Pick<PipelineRow, 'ref' | 'is_tag'>) => `${isTag}:${ref}`;

/** Refs of these pipelines that the actor may run jobs on; each is asked about once. */
async function runnableRefs(ctx: Context, access: ProjectAccess, rows: readonly PipelineRow[]): Promise<Set<string>> {
  const runnable = new Set<string>();
  for (const row of new Map(rows.map((each) => [refKey(each), each])).values()) {
    if (await mayRunJobs(ctx, access, { ref: row.ref, isTag: row.is_tag })) runnable.add(refKey(row));
  }
  return runnable;
}
