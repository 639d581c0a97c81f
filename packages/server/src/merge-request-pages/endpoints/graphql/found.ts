import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import type { Context } from '../../../platform/context.ts';
import { type CommandOutcome, noOutcome } from '../../../discussions/index.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import { type IssuableTarget, issuableMutations, parseIid } from '../../../planning/index.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import {
  findMergeRequestAccess,
  getMergeRequest,
  type MergeRequestAccess,
  mergeRequestDetail,
  type MergeRequestDetail,
  buildMergeRequestView,
  type MergeRequestView,
} from '../../../merge-requests/index.ts';
import { widgetData } from '../../../merging/index.ts';

/** A merge request in one GraphQL answer. What needs a look at git is read at most once, and only when asked for. */
export type GraphqlMergeRequest = {
  view: MergeRequestView;
  detail: () => Promise<MergeRequestDetail>;
  widget: () => Promise<WidgetData>;
};

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
}

export function withDetail(ctx: Context, view: MergeRequestView): GraphqlMergeRequest {
  const found = once(async () => {
    const there = await findMergeRequestAccess(ctx, view.row.id);
    if (!there) throw new AppError('not_found', { resource: 'Merge Request' });
    return there;
  });
  const detail = once(async () => mergeRequestDetail(ctx, await found()));
  const widget = once(async () => widgetData(ctx, await found(), await detail()));
  return { view, detail, widget };
}

export async function present(ctx: Context, id: number): Promise<GraphqlMergeRequest> {
  const found = await findMergeRequestAccess(ctx, id);
  if (!found) throw new AppError('not_found', { resource: 'Merge Request' });
  return withDetail(ctx, await buildMergeRequestView(ctx, found.row, found.access));
}

/** The request that a mutation names by project and number. */
export async function findByPath(ctx: Context, projectPath: string, iid: string): Promise<MergeRequestAccess> {
  return getMergeRequest(ctx, await getProjectAccess(ctx, projectPath), parseIid(iid));
}

/** The request of a project by its number there. */
export async function requestIn(ctx: Context, projectId: number, iid: string): Promise<GraphqlMergeRequest> {
  const found = await getMergeRequest(ctx, await getProjectAccess(ctx, projectId), parseIid(iid));
  return withDetail(ctx, await buildMergeRequestView(ctx, found.row, found.access));
}

/** Changes the request that a mutation names and gives it back as it is then, with what failed of commands in it. */
function change(
  ctx: Context,
  { projectPath, iid }: IssuableTarget,
  run: (found: MergeRequestAccess, outcome: CommandOutcome) => Promise<unknown>,
) {
  const outcome = noOutcome();
  const work = async () => {
    const found = await findByPath(ctx, projectPath, iid);
    await run(found, outcome);
    return { mergeRequest: await present(ctx, found.row.id) };
  };
  return answerMutation({ mergeRequest: null }, work, outcome);
}

/** Adds mutations that change a merge request. */
export const requestMutations = (builder: GraphqlBuilder) => issuableMutations(builder, 'MergeRequestPayload', change);
export type MergeRequestMutations = ReturnType<typeof requestMutations>;
