import type { PageRequest } from '@tributary/contract/core/paging.ts';
import { TOOL_REPORTS } from '@tributary/contract/merge-requests/tool-reports.ts';
import {
  filterOfArguments,
  type GraphqlPipeline,
  pipelineStatusType,
  reportTypesOf,
  viewPipelines,
} from '../../../ci/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { pagedConnection } from '../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../platform/context.ts';
import {
  findProjectAccess,
  hasCi,
  headPipelineOf,
  listRequestPipelines,
  mergePipelineOf,
  type RequestPipeline,
} from '../../../merge-requests/index.ts';
import type { GraphqlMergeRequest } from './found.ts';

async function view(ctx: Context, pipelines: readonly RequestPipeline[]): Promise<GraphqlPipeline[]> {
  const views = await viewPipelines(ctx, pipelines.map(({ row }) => row)); // prettier-ignore
  return views.flatMap((each, index) => {
    const fullPath = pipelines[index]?.access.project.full_path;
    return fullPath === undefined ? [] : [{ ...each, fullPath }];
  });
}

/** Without the details, which take a look at git: lists ask for pipelines of each request. */
async function foundOf(ctx: Context, { view: { row } }: GraphqlMergeRequest) {
  const access = await findProjectAccess(ctx, row.target_project_id);
  return access && { row, access };
}

/** The pipeline that is found for the request, as the reader sees it. */
async function pipelineBy(
  find: typeof headPipelineOf,
  ctx: Context,
  request: GraphqlMergeRequest,
): Promise<GraphqlPipeline | null> {
  const found = await foundOf(ctx, request);
  const pipeline = found && (await find(ctx, found));
  return pipeline ? ((await view(ctx, [pipeline]))[0] ?? null) : null;
}

const headPipeline = (ctx: Context, request: GraphqlMergeRequest) => pipelineBy(headPipelineOf, ctx, request);

/** Pipelines of a merge request. */
export function addPipelineFields(builder: GraphqlBuilder): void {
  const status = pipelineStatusType(builder);
  builder.objectFields('MergeRequest', (t) => ({
    hasCi: t.boolean({
      nullable: false,
      description: 'Pipelines have run for it, or its source branch has a configuration.',
      resolve: async (request, _args, { ctx }) => {
        const found = await foundOf(ctx, request);
        return found !== undefined && hasCi(ctx, found);
      },
    }),
    hasSecurityReports: t.boolean({
      nullable: false,
      description: 'Its newest pipeline has security reports that are visible to you.',
      resolve: async (request, _args, { ctx }) => {
        const found = await foundOf(ctx, request);
        const head = found && (await headPipelineOf(ctx, found));
        if (!head) return false;
        const of = { pipelineId: head.row.id, access: head.access };
        return (await reportTypesOf(ctx, of, TOOL_REPORTS.security)).size > 0;
      },
    }),
    headPipeline: t.field({
      type: 'Pipeline',
      nullable: true,
      resolve: (request, _args, { ctx }) => headPipeline(ctx, request),
    }),
    mergePipeline: t.field({
      type: 'Pipeline',
      nullable: true,
      description: 'Of the commit that the merge made.',
      resolve: (request, _args, { ctx }) => pipelineBy(mergePipelineOf, ctx, request),
    }),
    pipelines: t.field({
      type: 'PipelineConnection',
      nullable: true,
      args: {
        status: t.arg({ type: status }),
        ref: t.arg.string(),
        sha: t.arg.string(),
        source: t.arg.string(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: async (request, { first, after, ...wanted }, { ctx }) => {
        const found = await foundOf(ctx, request);
        if (!found) return null;
        const filter = filterOfArguments(wanted);
        return pagedConnection({ first, after }, async (paging: PageRequest) => {
          const page = await listRequestPipelines(ctx, found, filter, paging);
          return { ...page, items: await view(ctx, page.items) };
        });
      },
    }),
  }));
}
