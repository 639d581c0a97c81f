import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { addDependencyInput } from '@tributary/contract/merge-requests/inputs.ts';
import {
  type RestMergeRequestDependency,
  restMergeRequestDependency,
} from '@tributary/contract/merge-requests/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { inMergeRequest } from '../../endpoints/subjects.ts';
import { getMergeRequest, type MergeRequestAccess } from '../../merge-request-access.ts';
import { listMergeRequests } from '../../reads/list-merge-requests.ts';
import { toRestBasic } from '../../render/to-rest.ts';
import { addDependency, removeDependency } from '../operations/change-dependencies.ts';
import { type BlockRow, dependencyRows, getDependency } from '../reads/dependency-rows.ts';

const tag = 'Merge requests';
const path = '/projects/:id/merge_requests/:merge_request_iid';
const params = z.object({ block_id: idInput });

/** As the reader may see both ends. */
async function render(
  ctx: Context,
  { row, access }: MergeRequestAccess,
  blocks: readonly BlockRow[],
): Promise<RestMergeRequestDependency[]> {
  const ids = [...new Set(blocks.flatMap((block) => [block.blocking_id, block.blocked_id]))];
  const order = { by: 'created_at', direction: 'asc' } as const;
  const { items } = await listMergeRequests(ctx, { ids }, { page: 1, perPage: Math.max(1, ids.length), order });
  const views = new Map(items.map((view) => [view.row.id, toRestBasic(view, { instanceUrl: ctx.config.url })]));
  return blocks.map((block) => {
    const [blocking, blocked] = [views.get(block.blocking_id), views.get(block.blocked_id)];
    return {
      id: block.id,
      ...(blocking && { blocking_merge_request: blocking }),
      ...(blocked && { blocked_merge_request: blocked }),
      project_id: blocked?.project_id ?? (block.blocked_id === row.id ? access.project.id : row.target_project_id),
    };
  });
}

async function renderOne(ctx: Context, found: MergeRequestAccess, block: BlockRow) {
  const [rendered] = await render(ctx, found, [block]);
  if (!rendered) throw new Error('one dependency has one form');
  return rendered;
}

async function blockingId(
  ctx: Context,
  { access }: MergeRequestAccess,
  input: z.output<typeof addDependencyInput>,
): Promise<number> {
  const { blocking_merge_request_id: id, blocking_merge_request_iid: iid, blocking_project_id: projectId } = input;
  if (id !== undefined) return id;
  if (iid === undefined) {
    throw new AppError('nothing_to_change', { names: 'blocking_merge_request_id, blocking_merge_request_iid' });
  }
  const project = projectId === undefined ? access : await getProjectAccess(ctx, projectId);
  return (await getMergeRequest(ctx, project, iid)).row.id;
}

const list = (name: 'blocks' | 'blockees', summary: string) =>
  defineRoute({
    method: 'GET',
    path: `${path}/${name}`,
    ability: 'read_merge_request',
    summary,
    tag,
    subject: inMergeRequest,
    input: z.strictObject(pagingInput),
    response: z.array(restMergeRequestDependency),
    handle: async ({ ctx, subject, input }) => {
      const sliced = slicePage(await dependencyRows(ctx, name, subject.row.id), {
        page: input.page,
        perPage: input.per_page,
      });
      return paged({ ...sliced, items: await render(ctx, subject, sliced.items) }, (item) => item);
    },
  });

export const dependencyRoutes: readonly Route[] = [
  list('blocks', 'List the merge requests that a merge request depends on'),
  list('blockees', 'List the merge requests that depend on a merge request'),
  defineRoute({
    method: 'GET',
    path: `${path}/blocks/:block_id`,
    ability: 'read_merge_request',
    summary: 'Get a dependency of a merge request',
    tag,
    params,
    subject: inMergeRequest,
    response: restMergeRequestDependency,
    handle: async ({ ctx, subject, params: { block_id: id } }) =>
      renderOne(ctx, subject, await getDependency(ctx, subject.row.id, id)),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/blocks`,
    ability: 'update_merge_request',
    summary: 'Make a merge request depend on another one',
    tag,
    subject: inMergeRequest,
    input: addDependencyInput,
    response: restMergeRequestDependency,
    handle: async ({ ctx, subject, input }) => {
      const wanted = await blockingId(ctx, subject, input);
      return renderOne(ctx, subject, await addDependency(ctx, { blockedId: subject.row.id, blockingId: wanted }));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/blocks/:block_id`,
    ability: 'update_merge_request',
    summary: 'Remove a dependency of a merge request',
    tag,
    params,
    subject: inMergeRequest,
    handle: ({ ctx, subject, params: { block_id: blockId } }) =>
      removeDependency(ctx, { blockedId: subject.row.id, blockId }),
  }),
];
