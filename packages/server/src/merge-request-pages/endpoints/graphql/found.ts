import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { Context } from '../../../platform/context.ts';
import { listUsersByNames } from '../../../accounts/index.ts';
import { type CommandOutcome, noOutcome } from '../../../discussions/index.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
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

function parseIid(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('bad_parameter', { name: 'iid' });
  return Number(text);
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

export type MergeRequestTarget = { projectPath: string; iid: string };

/** Changes the request that a mutation names and gives it back as it is then, with what failed of commands in it. */
export function change(
  ctx: Context,
  place: MergeRequestTarget,
  work: (mergeRequestId: number, outcome: CommandOutcome) => Promise<unknown>,
) {
  const outcome = noOutcome();
  const done = async () => {
    const { row } = await findByPath(ctx, place.projectPath, place.iid);
    await work(row.id, outcome);
    return { mergeRequest: await present(ctx, row.id) };
  };
  return answerMutation({ mergeRequest: null }, done, outcome);
}

/** Of users by name; one that is unknown is not found. */
export async function userIds(ctx: Context, usernames: readonly string[]): Promise<number[]> {
  const users = await listUsersByNames(ctx, usernames);
  if (users.length < new Set(usernames.map((name) => name.toLowerCase())).size) {
    throw new AppError('not_found', { resource: 'User' });
  }
  return users.map((user) => user.id);
}
