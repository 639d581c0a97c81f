import type { Extensions } from '../../platform/extensions.ts';
import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { AppError, failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import {
  createdOrFail,
  createPipeline,
  defineRequestRun,
  findHeadPipeline,
  type PipelineOutcome,
  type PipelineRequest,
  type PipelineRow,
  runRefusal,
} from '../../ci/index.ts';
import { keepAround, mergeRequestRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { isRefProtected } from '../../repositories/index.ts';
import { accessOf, findProjectAccess, getMergeRequest, type MergeRequestAccess } from '../merge-request-access.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { findVersionById, type VersionRow } from '../store/versions.ts';
import { SUBJECT_TYPE, testedHeadOf } from './request-pipelines.ts';
import { mergeToday } from '../versions/merge-ref.ts';
import { type MergeResult, requestVariables } from './request-variables.ts';

type Found = Pick<MergeRequestAccess, 'row' | 'access'>;
/** Where the pipeline runs: in the source project, or for a fork in the target, when a member of that asks for it. */
type Place = { found: Found; version: VersionRow; source: ProjectAccess; runsIn: 'source' | 'target' };

/** The result of merging it today, where the project tests that; null where the branches conflict. */
async function mergedResult(ctx: Context, { found, source }: Place): Promise<MergeResult | null> {
  const { row, access: target } = found;
  if (!target.project.merge_pipelines_enabled) return null;
  try {
    const { sha, target: targetSha } = await mergeToday(ctx, row);
    await keepAround(repositoryOf(ctx, target), [sha, targetSha]);
    return { ref: mergeRequestRef(row.iid, 'merge'), sha, targetSha, eventType: 'merged_result' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'merge_ref_missing') throw error;
    ctx.log.debug(
      { mergeRequestId: row.id, source: source.project.id },
      'no merged result: the source alone is tested',
    );
    return null;
  }
}

/** `heedsSkip`: a commit can say that it wants no pipeline, unless a user runs one. */
async function create(ctx: Context, place: Place, { heedsSkip }: { heedsSkip: boolean }): Promise<PipelineOutcome> {
  const { found, source, runsIn } = place;
  const isInTarget = runsIn === 'target' || source.project.id === found.access.project.id;
  const result = isInTarget ? await mergedResult(ctx, place) : null;
  return createFor(ctx, place, result, { heedsSkip });
}

/** On the result of a merge in the target project, else on the head. */
async function createFor(
  ctx: Context,
  { found, version, source, runsIn }: Place,
  result: MergeResult | null,
  { heedsSkip, onCreated }: Pick<PipelineRequest, 'heedsSkip' | 'onCreated'>,
): Promise<PipelineOutcome> {
  const { row, access: target } = found;
  const isInTarget = runsIn === 'target';
  const isProtected = async () => {
    const isSourceProtected = await isRefProtected(ctx, source, { name: row.source_branch, isTag: false });
    return isSourceProtected && isRefProtected(ctx, target, { name: row.target_branch, isTag: false });
  };
  return createPipeline(ctx, {
    access: isInTarget || result ? target : source,
    ref: result?.ref ?? (isInTarget ? mergeRequestRef(row.iid) : row.source_branch),
    isTag: false,
    sha: result?.sha ?? version.head_sha,
    source: 'merge_request_event',
    subject: {
      type: SUBJECT_TYPE,
      id: row.id,
      predefined: await requestVariables(ctx, { row, version, source, target, result }),
      targetSha: result?.targetSha ?? null,
      sourceSha: result ? version.head_sha : null,
      eventType: result?.eventType ?? 'detached',
      changedSince: result?.targetSha ?? version.base_sha,
    },
    // The code of a fork never gets the protected variables of the project it goes into.
    ...(isInTarget ? { isProtected: false } : result && { isProtected: await isProtected() }),
    ...(onCreated && { onCreated }),
    savesErrors: false,
    heedsSkip,
  });
}

/** The pipeline of a merge request in a merge train, on the result of merging it after those ahead of it. */
export async function createTrainPipeline(
  ctx: Context,
  found: Found,
  { result, onCreated }: { result: MergeResult } & Required<Pick<PipelineRequest, 'onCreated'>>,
): Promise<PipelineOutcome> {
  const place = await placeOf(ctx, found);
  if (!place) return { kind: 'none', message: 'The source branch of the merge request does not exist.' };
  const isFork = found.row.source_project_id !== found.access.project.id;
  return createFor(ctx, { ...place, runsIn: isFork ? 'target' : 'source' }, result, { heedsSkip: false, onCreated });
}

const refusalAt = (ctx: Context, { found, source, runsIn }: Place): Refusal | null | Promise<Refusal | null> =>
  runsIn === 'target'
    ? can(ctx.actor, 'update_pipeline', featureOf(found.access, 'repository'))
    : runRefusal(ctx, source, { ref: found.row.source_branch, isTag: false });

async function placeOf(ctx: Context, found: Found): Promise<Place | undefined> {
  const { row, access } = found;
  const version = row.latest_version_id === null ? undefined : await findVersionById(ctx.db, row.latest_version_id);
  const isFork = row.source_project_id !== access.project.id;
  const source = row.source_project_id === null ? undefined : await findProjectAccess(ctx, row.source_project_id);
  if (!version || !source) return undefined;
  const settings = readCiSettings(access.project.ci_settings);
  const mayRunInTarget =
    settings.ci_allow_fork_pipelines_to_run_in_parent_project &&
    can(ctx.actor, 'update_pipeline', featureOf(access, 'repository')) === null;
  return { found, version, source, runsIn: isFork && mayRunInTarget ? 'target' : 'source' };
}

/** Runs a pipeline for the newest version because somebody asked for it. */
export const runRequestPipeline = defineOperation<
  { found: Found },
  { found: Found; place: Place | undefined },
  { pipeline: PipelineRow; access: ProjectAccess }
>({
  name: 'merge_request.run_pipeline',
  load: async (ctx, { found }) => ({ found, place: await placeOf(ctx, found) }),
  check: (ctx, { found, place }) => {
    if (found.row.state !== 'opened') return refuse('merge_request_not_open', { state: found.row.state });
    if (place) return refusalAt(ctx, place);
    return can(ctx.actor, 'update_pipeline', featureOf(found.access, 'repository'));
  },
  transaction: false,
  run: async (ctx, { found, place }) => {
    if (!place) return failFields({ base: ['The source branch of the merge request does not exist'] });
    const pipeline = createdOrFail(await create(ctx, place, { heedsSkip: false }));
    return { pipeline, access: place.runsIn === 'target' ? found.access : place.source };
  },
});

/** Whether the actor can run a pipeline now; `runsForkCode`: code of a fork with the resources of this project. */
export async function runOffer(ctx: Context, found: Found): Promise<{ runsForkCode: boolean } | null> {
  const place = await placeOf(ctx, found);
  if (!place || (await runRequestPipeline.refusal(ctx, { found, place }, { found }))) return null;
  return { runsForkCode: place.runsIn === 'target' };
}

/** The event may be delivered again. */
async function isPresent(ctx: Context, { found: { row }, version, source }: Place): Promise<boolean> {
  const head = testedHeadOf(row, version.head_sha, [source.project.id]);
  return (await findHeadPipeline(ctx, head))?.subject_id === row.id;
}

export const pipelinesCreateRequestPipeline: Extensions = [
  defineRequestRun(async (ctx, access, iid) =>
    runRequestPipeline(ctx, { found: await getMergeRequest(ctx, access, iid) }),
  ),
  /** A new version runs the pipeline for merge requests that its configuration describes, as the user who pushed. */
  onEvent('merge_request.version_created', 'pipelines', async (ctx, { data, actorId }) => {
    if (data.skipsPipeline) return;
    const userId = data.pushedById ?? actorId;
    const actor = userId === null ? undefined : await findActingUser(ctx, userId);
    const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
    if (!actor || row?.state !== 'opened' || row.latest_version_id !== data.versionId) return;
    const inner = { ...ctx, actor };
    try {
      const access = await getProjectAccess(inner, row.target_project_id);
      const place = await placeOf(inner, await accessOf(inner, access, row));
      if (!place || place.source.project.is_read_only) return;
      const own: Place = { ...place, runsIn: 'source' };
      if ((await refusalAt(inner, own)) || (await isPresent(inner, own))) return;
      await create(inner, own, { heedsSkip: true });
    } catch (error) {
      // Who cannot see one of the projects any more runs nothing there.
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    }
  }),
];
