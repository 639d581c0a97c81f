import type { ToolReportKind } from '@tributary/contract/merge-requests/tool-reports.ts';
import type { ReportFailure } from '@tributary/contract/merge-requests/reports.ts';
import type { FastifyReply } from 'fastify';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { openDiff } from '../../diffs/ensure-index.ts';
import { readyRange } from '../../diffs/endpoints/page-routes.ts';
import { rangeInput, rangeOf } from '../../diffs/endpoints/range-input.ts';
import { onMergeRequestPage } from '../../../merge-requests/index.ts';
import { coverageReport, type ReportAnswer } from '../reads/coverage-report.ts';
import { qualityComparison, qualityDiff } from '../reads/quality-report.ts';
import { requestArtifacts } from '../reads/request-artifacts.ts';
import { collapsedLicenses, toolReport } from '../reads/tool-report.ts';
import { testComparison } from '../reads/test-comparison.ts';
import { reportStatusOf } from '../reads/report-status.ts';

const tag = 'Changes';
const subject = onMergeRequestPage;
const READING_POLL_MS = 3_000;

/** 200 with what was measured, 204 while it is read, 400 with the reason where it cannot be had. */
function send<Data>(
  reply: FastifyReply,
  answer: ReportAnswer<Data>,
  missing: string,
): Data | ReportFailure | undefined {
  if (answer.kind === 'ready') return answer.data;
  if (answer.kind === 'pending') {
    reply.code(204).header('poll-interval', String(READING_POLL_MS));
    return undefined;
  }
  reply.code(400);
  return { status_reason: answer.kind === 'failed' ? answer.reason : missing };
}

const coverage = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/coverage_reports.json',
  ability: 'read_merge_request',
  summary: 'Get test coverage for the changed files',
  tag,
  subject,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found, reply }) => {
    const range = await readyRange(ctx, found, rangeOf(input));
    const standing = await reportStatusOf(ctx, found, { sha: range.refs.head_sha, kind: 'coverage' });
    if (standing.kind === 'none') return void reply.code(204);
    return send(reply, await coverageReport(ctx, standing, await openDiff(ctx, range.key)), '');
  },
});

const NO_QUALITY = 'This merge request does not have codequality reports';

const qualityReports = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/codequality_reports.json',
  ability: 'read_merge_request',
  summary: 'Get the code quality changes',
  tag,
  subject,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found, reply }) => {
    const range = await readyRange(ctx, found, rangeOf(input));
    return send(reply, await qualityComparison(ctx, found, range), NO_QUALITY);
  },
});

const qualityMarks = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/codequality_mr_diff_reports.json',
  ability: 'read_merge_request',
  summary: 'Get the code quality issues by line',
  tag,
  subject,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found, reply }) => {
    const range = await readyRange(ctx, found, rangeOf(input));
    return send(reply, await qualityDiff(ctx, found, range, await openDiff(ctx, range.key)), NO_QUALITY);
  },
});

const testReports = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/test_reports.json',
  ability: 'read_merge_request',
  summary: 'Get the tests of the newest pipeline compared with the target branch',
  tag,
  subject,
  handle: async ({ ctx, subject: found, reply }) =>
    send(reply, await testComparison(ctx, found), 'This merge request does not have test reports'),
});

const TOOLS: readonly { kind: ToolReportKind; name: string; what: string }[] = [
  { kind: 'accessibility', name: 'accessibility', what: 'accessibility' },
  { kind: 'browser_performance', name: 'browser_performance', what: 'browser performance' },
  { kind: 'load_performance', name: 'load_performance', what: 'load performance' },
  { kind: 'metrics', name: 'metrics', what: 'metrics' },
  { kind: 'terraform', name: 'terraform', what: 'Terraform' },
  { kind: 'license', name: 'license_scanning', what: 'license scanning' },
  { kind: 'security', name: 'security', what: 'security' },
];

const toolReports = TOOLS.map(({ kind, name, what }) =>
  defineRoute({
    method: 'GET',
    path: `/merge_requests/:iid/${name}_reports.json`,
    ability: 'read_merge_request',
    summary: `Get the ${what} report of the newest pipeline`,
    tag,
    subject,
    handle: async ({ ctx, subject: found, reply }) =>
      send(reply, await toolReport(ctx, found, kind), `This merge request does not have ${what} reports`),
  }),
);

const licensesCollapsed = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/license_scanning_reports_collapsed.json',
  ability: 'read_merge_request',
  summary: 'Get how many licenses the newest pipeline reports',
  tag,
  subject,
  handle: async ({ ctx, subject: found, reply }) =>
    send(reply, await collapsedLicenses(ctx, found), 'This merge request does not have license scanning reports'),
});

const exposed = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/exposed_artifacts.json',
  ability: 'read_merge_request',
  summary: 'List the files that the jobs of the newest pipeline expose',
  tag,
  subject,
  handle: async ({ ctx, subject: found, reply }) =>
    send(reply, await requestArtifacts(ctx, found), 'This merge request does not have exposed artifacts'),
});

export const reportRoutes: readonly ScopedRoute[] = [
  coverage,
  qualityReports,
  qualityMarks,
  testReports,
  ...toolReports,
  licensesCollapsed,
  exposed,
].map((route) => defineScopedRoute('project', route));
