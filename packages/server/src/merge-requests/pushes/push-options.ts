import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { definePushOptions, type PushOption } from '../../repositories/index.ts';
import { createMergeRequest } from '../lifecycle/operations/create-merge-request.ts';
import { retargetMergeRequest } from '../lifecycle/operations/retarget.ts';
import { updateMergeRequest } from '../lifecycle/operations/update-merge-request.ts';
import { pathOf } from '../merge-request-access.ts';
import { findMilestone } from '../../planning/index.ts';
import { listOpenBySource, type MergeRequestRow } from '../store/merge-requests.ts';
import { readMergeRequestOptions, type MergeRequestOptions } from '../rules/push-options.ts';

const MAX_BRANCHES = 5;

async function applyTo(
  ctx: Context,
  access: ProjectAccess,
  branch: string,
  wish: MergeRequestOptions,
): Promise<string[]> {
  const open = await listOpenBySource(ctx.db, access.project.id, branch);
  if (open.length === 0 && !wish.create)
    return [`There is no open merge request for ${branch}. Use merge_request.create to create one.`];
  try {
    if (open.length === 0) return linesFor(ctx, await create(ctx, access, branch, wish));
    for (const row of open) await change(ctx, row, wish);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [`The merge request options for ${branch} could not be applied: ${messageOf(error)}`];
  }
}

function messageOf(error: AppError): string {
  if (!error.fields) return error.message;
  return Object.entries(error.fields)
    .map(([field, messages]) => `${field} ${messages.join(', ')}`)
    .join('; ');
}

async function linesFor(ctx: Context, row: MergeRequestRow): Promise<string[]> {
  const { project } = await getProjectAccess(ctx, row.target_project_id);
  return ['Created the merge request:', `  ${ctx.config.url}${pathOf(project.full_path, row.iid)}`, ''];
}

async function create(
  ctx: Context,
  access: ProjectAccess,
  branch: string,
  wish: MergeRequestOptions,
): Promise<MergeRequestRow> {
  // A project that may not be seen is missing like one that is not there.
  const target = await getProjectAccess(ctx, wish.targetProject ?? access.project.id);
  const targetBranch = wish.target ?? target.project.default_branch;
  if (targetBranch === null) throw new AppError('merge_request_branch_missing', { side: 'Target', name: '' });
  return createMergeRequest(ctx, {
    source: { projectId: access.project.id, branch },
    target: { projectId: target.project.id, branch: targetBranch },
    title: wish.title,
    description: wish.description,
    isDraft: wish.isDraft,
    removeSourceBranch: wish.removeSourceBranch,
    squash: wish.squash,
    labels: { add: wish.labels },
    assigneeIds: await idsOf(ctx, wish.assign),
    reviewerIds: await idsOf(ctx, wish.reviewers),
    milestoneId: await milestoneId(ctx, target, wish.milestone),
  });
}

async function change(ctx: Context, row: MergeRequestRow, wish: MergeRequestOptions): Promise<void> {
  const target = await getProjectAccess(ctx, row.target_project_id);
  const added = await idsOf(ctx, wish.assign);
  const removed = await idsOf(ctx, wish.unassign);
  const changesPeople = wish.assign.length + wish.unassign.length > 0;
  await updateMergeRequest(ctx, {
    mergeRequestId: row.id,
    title: wish.title,
    description: wish.description,
    isDraft: wish.isDraft,
    removeSourceBranch: wish.removeSourceBranch,
    squash: wish.squash,
    labels: wish.labels.length + wish.unlabels.length > 0 ? { add: wish.labels, remove: wish.unlabels } : undefined,
    assigneeIds: changesPeople ? { add: added, remove: removed } : undefined,
    milestoneId: wish.milestone === undefined ? undefined : await milestoneId(ctx, target, wish.milestone),
  });
  if (wish.target !== undefined) await retargetMergeRequest(ctx, { mergeRequestId: row.id, targetBranch: wish.target });
}

async function idsOf(ctx: Context, names: readonly string[]): Promise<number[]> {
  return (await listUsersByNames(ctx, names)).map((user) => user.id);
}

async function milestoneId(
  ctx: Context,
  target: ProjectAccess,
  title: string | undefined,
): Promise<number | undefined> {
  if (title === undefined) return undefined;
  return (await findMilestone(ctx, target.project.id, { title }))?.id;
}

export const pushesPushOptions: Extensions = [
  /** `git push -o merge_request.create -o merge_request.target=main …` */
  definePushOptions({
    prefix: 'merge_request',
    run: async (ctx, access, { moves, options }) => {
      const { wish, unknown } = readMergeRequestOptions(options satisfies readonly PushOption[]);
      const lines = unknown.map((name) => `The push option "${name}" is not supported and was ignored.`);
      const branches = moves
        .filter((move) => move.refKind === 'branch' && move.action !== 'deleted')
        .slice(0, MAX_BRANCHES);
      for (const { name } of branches) lines.push(...(await applyTo(ctx, access, name, wish)));
      return lines;
    },
  }),
];
