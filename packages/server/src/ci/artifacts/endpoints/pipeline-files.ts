import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { onPipelinePage } from '../../endpoints/subjects.ts';
import { exposedArtifacts, pipelineArtifacts } from '../reads/pipeline-files.ts';

const tag = 'Pipelines';

const routes = [
  defineRoute({
    method: 'GET',
    path: '/pipelines/:pipeline/artifacts.json',
    ability: 'read_pipeline',
    summary: 'List the files of the jobs of a pipeline for its menu',
    tag,
    subject: onPipelinePage,
    response: z.looseObject({}),
    handle: async ({ ctx, subject: { access, pipeline } }) => ({
      artifacts: (await pipelineArtifacts(ctx, access, [pipeline.id])).get(pipeline.id) ?? [],
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/pipelines/:pipeline/exposed_artifacts.json',
    ability: 'read_pipeline',
    summary: 'List the files that the jobs of a pipeline expose in merge requests',
    tag,
    subject: onPipelinePage,
    response: z.looseObject({}),
    handle: ({ ctx, subject: { access, pipeline } }) => exposedArtifacts(ctx, access, pipeline),
  }),
];

export const pipelineFileRoutes: readonly ScopedRoute[] = routes.map((route) => defineScopedRoute('project', route));
