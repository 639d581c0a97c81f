import { restTestReport, restTestReportSummary } from '@tributary/contract/ci/test-reports.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inPipeline, onPipelinePage } from '../../endpoints/subjects.ts';
import { testCounts, testSuites } from '../reads/test-report.ts';
import { toRestTestReport, toRestTestSummary } from '../render/to-rest-tests.ts';

const tag = 'Pipelines';
const path = '/projects/:id/pipelines/:pipeline_id';

export const testReportRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: `${path}/test_report`,
    ability: 'read_pipeline',
    summary: 'Get the test report of a pipeline',
    tag,
    subject: inPipeline,
    response: restTestReport,
    handle: async ({ ctx, subject: { access, pipeline } }) =>
      toRestTestReport(
        `${ctx.config.url}/${access.project.full_path}`,
        await testSuites(ctx, { pipelineId: pipeline.id, access }),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/test_report_summary`,
    ability: 'read_pipeline',
    summary: 'Get the totals of the test report of a pipeline',
    tag,
    subject: inPipeline,
    response: restTestReportSummary,
    handle: async ({ ctx, subject: { access, pipeline } }) =>
      toRestTestSummary(await testCounts(ctx, { pipelineId: pipeline.id, access })),
  }),
];

const suite = defineRoute({
  method: 'GET',
  path: '/pipelines/:pipeline/tests/suite.json',
  ability: 'read_pipeline',
  summary: 'Get the tests that a job reported, for the page of its pipeline',
  tag,
  input: z.object({ job_id: z.coerce.number().int().positive() }),
  subject: onPipelinePage,
  response: z.looseObject({}),
  handle: async ({ ctx, subject: { access, pipeline }, input }) => {
    const report = toRestTestReport(
      `/${access.project.full_path}`,
      await testSuites(ctx, { pipelineId: pipeline.id, access }, [input.job_id]),
    );
    return { test_cases: report.test_suites[0]?.test_cases ?? [] };
  },
});

export const testReportPageRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', suite)];
