import type {
  CommitPipelinesPageData,
  PipelinePageData,
  PipelinesPageData,
} from '@tributary/contract/ci/pipeline-page.ts';
import { CI_STATUSES, PIPELINE_SOURCES } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import { authorize, isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { loadCommitHead } from '../../repositories/index.ts';
import { getPipelineAccess, RESOURCE } from '../pipeline-access.ts';
import { viewPagePipelines } from '../reads/page-pipelines.ts';
import { listPipelines } from '../reads/pipelines.ts';
import { pipelinePath } from '../render/to-rest-pipeline.ts';
import { toPagePipeline } from '../render/to-page-pipeline.ts';
import { failedLogTails } from '../traces/reads/failed-log-tails.ts';
import { answerPipelineParts } from './answer-pipeline-parts.ts';
import { answerStages } from './answer-stages.ts';
import { adminJobsPage, projectJobsPage } from './jobs-pages.ts';
import { jobPage } from './job-page.ts';
import { runPage } from './run-page.ts';

const PER_PAGE = 20;
const MAX_TEXT = 255;
const SCOPES = ['finished', 'branches', 'tags'] as const;

function filtersOf(query: URLSearchParams): Pick<PipelinesPageData, 'filters' | 'scope'> {
  const text = (name: string) => query.get(name)?.slice(0, MAX_TEXT) || null;
  const filters = {
    username: text('username'),
    ref: text('ref'),
    tag: text('tag'),
    status: CI_STATUSES.find((status) => status === query.get('status')) ?? null,
    source: PIPELINE_SOURCES.find((source) => source === query.get('source')) ?? null,
  };
  return { filters, scope: SCOPES.find((scope) => scope === query.get('scope')) ?? 'all' };
}

const orLess = <T>(value: T | null): T | undefined => value ?? undefined;

const list = definePage<ProjectAccess, PipelinesPageData>({
  kind: 'pipelines',
  on: 'project',
  path: 'pipelines',
  ability: 'read_pipeline',
  nav: 'pipelines',
  load: async ({ ctx, subject, query }) => {
    const { project } = subject;
    const { filters, scope } = filtersOf(query);
    const { username, ref, tag, status, source } = filters;
    const filter = {
      projectIds: [project.id],
      username: orLess(username),
      ref: orLess(ref),
      tag: orLess(tag),
      status: orLess(status),
      source: orLess(source),
      scope: scope === 'all' ? undefined : scope,
    };
    const page = await listPipelines(ctx, filter, { page: pageNumber(query), perPage: PER_PAGE });
    const views = await viewPagePipelines(ctx, subject, page.items);
    return {
      title: 'Pipelines',
      breadcrumbs: [{ text: 'Pipelines', href: `/${project.full_path}/-/pipelines` }],
      data: {
        projectId: project.id,
        projectPath: project.full_path,
        pipelines: views.map(toPagePipeline),
        filters,
        scope,
        canClearCaches: isAllowed(ctx.actor, 'update_project', subject.policy),
        canRun: isAllowed(ctx.actor, 'update_pipeline', featureOf(subject, 'repository')),
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

const ofCommit = definePage<ProjectAccess, CommitPipelinesPageData>({
  kind: 'commit_pipelines',
  on: 'project',
  path: 'commit/:sha/pipelines',
  ability: 'read_pipeline',
  nav: 'commits',
  load: async ({ ctx, subject, params, query }) => {
    authorize(ctx.actor, 'read_code', featureOf(subject, 'repository'));
    const head = await loadCommitHead(ctx, subject, params['sha'] ?? '');
    const filter = { projectIds: [subject.project.id], sha: head.commit.sha };
    const page = await listPipelines(ctx, filter, { page: pageNumber(query), perPage: PER_PAGE });
    const views = await viewPagePipelines(ctx, subject, page.items);
    return {
      title: `Pipelines · ${head.commit.title} (${head.commit.shortSha})`,
      data: {
        ...head,
        pipelines: views.map(toPagePipeline),
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

/** By their addresses; at `dag` the graph shows what jobs need. */
const TABS = {
  '': 'graph',
  dag: 'graph',
  builds: 'builds',
  failures: 'failures',
  test_report: 'test_report',
  codequality_report: 'codequality_report',
  security: 'security',
  licenses: 'licenses',
} as const;

const show = Object.entries(TABS).map(([name, tab]) =>
  definePage<ProjectAccess, PipelinePageData>({
    kind: 'pipeline_show',
    on: 'project',
    path: `pipelines/:pipeline${name === '' ? '' : `/${name}`}`,
    ability: 'read_pipeline',
    nav: 'pipelines',
    load: async ({ ctx, subject, params }) => {
      const { project } = subject;
      const id = Number(/^\d{1,15}$/.exec(params['pipeline'] ?? '')?.[0] ?? 0);
      const { pipeline, policy } = await getPipelineAccess(ctx, project.id, id);
      const [[view], stages] = await Promise.all([
        viewPagePipelines(ctx, subject, [pipeline]),
        answerStages(ctx, subject, pipeline),
      ]);
      if (!view) throw new AppError('not_found', { resource: RESOURCE });
      const path = pipelinePath(project.full_path, pipeline.id);
      return {
        title: `Pipeline #${pipeline.id}`,
        key: path,
        breadcrumbs: [
          { text: 'Pipelines', href: `/${project.full_path}/-/pipelines` },
          { text: `#${pipeline.id}`, href: path },
        ],
        data: {
          tab,
          projectId: project.id,
          projectPath: project.full_path,
          pipeline: toPagePipeline(view),
          stages,
          log_tails: tab === 'failures' ? await failedLogTails(ctx, subject, stages) : {},
          ...(await answerPipelineParts(ctx, subject, pipeline, tab)),
          can: {
            update: isAllowed(ctx.actor, 'update_pipeline', policy),
            destroy: isAllowed(ctx.actor, 'destroy_pipeline', policy),
          },
        },
      };
    },
  }),
);

/** Pipelines belong to the repository: who may not read the code sees none. */
const ofRepository = (page: Page): Page => ({
  ...page,
  load: (request) => {
    authorize(request.ctx.actor, 'read_pipeline', featureOf(request.subject as ProjectAccess, 'repository'));
    return page.load(request);
  },
});

export const pipelinePages: Page[] = [
  ...[list, ofCommit, runPage, ...show, projectJobsPage, jobPage].map(ofRepository),
  adminJobsPage,
];
