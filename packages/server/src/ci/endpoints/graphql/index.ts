import { AppError } from '@tributary/contract/errors/app-error.ts';
import { mapPage, type Page, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type ConnectionArgs, pagedConnection } from '../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { mayReadPipelines } from '../../pipeline-access.ts';
import { listPipelines, viewPipelines } from '../../reads/pipelines.ts';
import type { PipelineRow } from '../../store/pipeline-store.ts';
import { filterOfArguments, type PipelineFilters } from './filter-of-arguments.ts';
import { addCatalog } from '../../catalog/graphql-catalog.ts';
import { addReleases } from '../../releases/graphql-releases.ts';
import { addVariables } from '../../variables/endpoints/graphql-variables.ts';
import { addLint } from '../../lint/endpoints/graphql-lint.ts';
import { addRunnerMutations } from '../../runners/endpoints/graphql-runner-mutations.ts';
import { addRunners } from '../../runners/endpoints/graphql-runners.ts';
import { addSchedules } from '../../schedules/endpoints/graphql-schedules.ts';
import { addTriggers } from '../../triggers/endpoints/graphql-triggers.ts';
import { addRunMutations } from './run-mutations.ts';
import { addCiSubscriptions } from './subscriptions.ts';
import { addPipelineTypes, type GraphqlPipeline, pipelineStatusType } from './pipeline-types.ts';

/** A page of pipelines as GraphQL objects; `pathOf` says in which project each is. */
export async function viewPage(
  ctx: Context,
  page: Page<PipelineRow>,
  pathOf: (row: PipelineRow) => string,
): Promise<Page<GraphqlPipeline>> {
  const views = await viewPipelines(ctx, page.items);
  return mapPage({ ...page, items: views }, (view) => ({ ...view, fullPath: pathOf(view.row) }));
}

async function pipelinesOfProject(ctx: Context, projectId: number, filters: PipelineFilters, args: ConnectionArgs) {
  const access = await getProjectAccess(ctx, projectId);
  if (!mayReadPipelines(ctx, access)) return null;
  const filter = { projectIds: [projectId], ...filterOfArguments(filters) };
  const read = async (request: PageRequest) =>
    viewPage(ctx, await listPipelines(ctx, filter, request), () => access.project.full_path);
  return pagedConnection(args, read);
}

async function onePipeline(
  ctx: Context,
  projectId: number,
  by: { iid?: string | null | undefined; sha?: string | null | undefined },
): Promise<GraphqlPipeline | null> {
  const access = await getProjectAccess(ctx, projectId);
  const iid = by.iid ?? undefined;
  const sha = by.sha ?? undefined;
  if (iid === undefined && sha === undefined) throw new AppError('bad_parameter', { name: 'iid' });
  if (!mayReadPipelines(ctx, access) || (iid !== undefined && !/^\d{1,9}$/.test(iid))) return null;
  const filter = { projectIds: [projectId], sha, ...(iid !== undefined && { iids: [Number(iid)] }) };
  const page = await listPipelines(ctx, filter, { page: 1, perPage: 1 });
  return (await viewPage(ctx, page, () => access.project.full_path)).items[0] ?? null;
}

/** Pipelines of projects. */
export function extendWithCi(builder: GraphqlBuilder): void {
  addPipelineTypes(builder);
  const variableType = addVariables(builder);
  const input = addRunMutations(builder, variableType);
  addRunnerMutations(builder, addRunners(builder));
  addSchedules(builder, { variableType, input });
  addTriggers(builder);
  addLint(builder);
  addReleases(builder);
  addCatalog(builder);
  addCiSubscriptions(builder);
  const status = pipelineStatusType(builder);
  builder.objectFields('Project', (t) => ({
    pipelines: t.field({
      type: 'PipelineConnection',
      nullable: true,
      args: {
        status: t.arg({ type: status }),
        ref: t.arg.string(),
        sha: t.arg.string(),
        source: t.arg.string(),
        username: t.arg.string(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: ({ project }, { first, after, ...filters }, { ctx }) =>
        pipelinesOfProject(ctx, project.id, filters, { first, after }),
    }),
    pipeline: t.field({
      type: 'Pipeline',
      nullable: true,
      args: { iid: t.arg.id(), sha: t.arg.string() },
      resolve: ({ project }, { iid, sha }, { ctx }) => onePipeline(ctx, project.id, { iid, sha }),
    }),
  }));
}
