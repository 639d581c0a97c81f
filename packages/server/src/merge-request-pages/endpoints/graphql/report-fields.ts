import { FINDING_SEVERITIES } from '@tributary/contract/ci/commit-reports.ts';
import type { QualityComparison, QualityError } from '@tributary/contract/merge-requests/reports.ts';
import {
  SECURITY_SEVERITIES,
  type SecurityFinding,
  type SecurityReportType,
  TOOL_REPORTS,
} from '@tributary/contract/merge-requests/tool-reports.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createHash } from 'node:crypto';
import { comparedPipelines, findRange, qualityComparison, securityComparison } from '../../../changes/index.ts';
import { mayReadPipelines, mayReadReports } from '../../../ci/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import type { Context } from '../../../platform/context.ts';
import { accessOfRow } from './of-many-rows.ts';

type Generation = 'PARSED' | 'PARSING' | 'ERROR';
type QualityReports = { status: Generation; report: QualityComparison | null };
type Finding = SecurityFinding & { pipelineIid: number | null };
type SecurityReport = {
  headAt: Date | null;
  baseAt: Date | null;
  isOutdated: boolean;
  added: Finding[];
  fixed: Finding[];
};
type FindingReports = { status: Generation; reason: string | null; report: SecurityReport | null };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CodequalityReportsComparer: QualityReports;
    CodequalityReportsComparerReport: QualityComparison;
    CodequalityReportsComparerReportDegradation: QualityError;
    CodequalityReportsComparerReportSummary: QualityComparison['summary'];
    FindingReportsComparer: FindingReports;
    ComparedSecurityReport: SecurityReport;
    ComparedSecurityReportFinding: Finding;
    PolicyViolationDetails: { count: 0 };
  }
}

const lower = <T extends string>(text: T) => text.toLowerCase() as Lowercase<T>;
const upper = <T extends string>(text: T) => text.toUpperCase() as Uppercase<T>;
const generated = ['PARSED', 'PARSING', 'ERROR'] as const;
const OUTDATED_MS = 7 * 24 * 3_600_000;

async function qualityReports(ctx: Context, id: number): Promise<QualityReports | null> {
  const found = await accessOfRow(ctx, id);
  const range = found && (await findRange(ctx, found.row, {}));
  if (!found || !range) return null;
  const answer = await qualityComparison(ctx, found, range);
  if (answer.kind === 'ready') return { status: 'PARSED', report: answer.data };
  return { status: answer.kind === 'pending' ? 'PARSING' : 'ERROR', report: null };
}

const missing = (type: string): FindingReports => ({
  status: 'ERROR',
  reason: `This merge request does not have ${type.replaceAll('_', ' ')} reports`,
  report: null,
});

/** A comparison reads the files of many jobs: enough for all types of two merge requests, and not for a list of them. */
const MAX_COMPARISONS = 2 * TOOL_REPORTS.security.length;
const running = new WeakMap<Context, number>();

/** Refuses what asks for many at once, as the fields of a list do. */
async function withinLimit<T>(ctx: Context, field: string, compare: () => Promise<T>): Promise<T> {
  const count = running.get(ctx) ?? 0;
  if (count >= MAX_COMPARISONS) {
    const detail = `${field} was queried more than ${MAX_COMPARISONS} times. Query fewer merge requests`;
    throw new AppError('request_malformed', { detail });
  }
  running.set(ctx, count + 1);
  try {
    return await compare();
  } finally {
    running.set(ctx, (running.get(ctx) ?? 1) - 1);
  }
}

async function findingReports(ctx: Context, id: number, type: SecurityReportType): Promise<FindingReports | null> {
  const found = await accessOfRow(ctx, id);
  if (!found || !mayReadPipelines(ctx, found.access)) return null;
  const answer = await securityComparison(ctx, found, type);
  if (answer.kind === 'pending') return { status: 'PARSING', reason: null, report: null };
  if (answer.kind === 'failed') return { status: 'ERROR', reason: answer.reason, report: null };
  if (answer.kind !== 'ready') return missing(type);
  const { head, base } = await comparedPipelines(ctx, found);
  const of = (findings: readonly SecurityFinding[], pipeline: typeof head): Finding[] =>
    findings.map((finding) => ({ ...finding, pipelineIid: pipeline?.row.iid ?? null }));
  const timeOf = (pipeline: typeof head) => pipeline && (pipeline.row.finished_at ?? pipeline.row.created_at);
  const baseAt = timeOf(base) ?? null;
  const report = {
    headAt: timeOf(head) ?? null,
    baseAt,
    isOutdated: baseAt !== null && ctx.clock.now().getTime() - baseAt.getTime() > OUTDATED_MS,
    added: of(answer.data.added, head),
    fixed: of(answer.data.fixed, base),
  };
  return { status: 'PARSED', reason: null, report };
}

/** The same finding has the same identifier in all pipelines. */
function uuidOf({ report_type: type, name, file, line }: Finding): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([type, name, file, line]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function addQualityTypes(builder: GraphqlBuilder): void {
  const status = builder.enumType('CodequalityReportsComparerReportGenerationStatus', { values: generated });
  const outcome = builder.enumType('CodequalityReportsComparerStatus', {
    values: ['SUCCESS', 'FAILED', 'NOT_FOUND'] as const,
  });
  const severity = builder.enumType('CodeQualityDegradationSeverity', { values: FINDING_SEVERITIES.map(upper) });
  builder.objectType('CodequalityReportsComparerReportDegradation', {
    fields: (t) => ({
      description: t.string({ nullable: false, resolve: (error) => error.description }),
      fingerprint: t.string({ nullable: false, resolve: (error) => error.fingerprint }),
      severity: t.field({ type: severity, nullable: false, resolve: (error) => upper(error.severity) }),
      filePath: t.string({ nullable: false, resolve: (error) => error.file_path }),
      line: t.int({ nullable: false, resolve: (error) => error.line }),
      webUrl: t.string({ nullable: true, resolve: (error) => error.web_url }),
      engineName: t.string({ nullable: true, resolve: (error) => error.engine_name }),
    }),
  });
  builder.objectType('CodequalityReportsComparerReportSummary', {
    fields: (t) => ({
      total: t.int({ nullable: true, resolve: ({ total }) => total }),
      resolved: t.int({ nullable: true, resolve: ({ resolved }) => resolved }),
      errored: t.int({ nullable: true, resolve: ({ errored }) => errored }),
    }),
  });
  const degradation = 'CodequalityReportsComparerReportDegradation';
  builder.objectType('CodequalityReportsComparerReport', {
    fields: (t) => ({
      status: t.field({ type: outcome, nullable: false, resolve: (report) => upper(report.status) }),
      newErrors: t.field({ type: [degradation], nullable: false, resolve: (report) => report.new_errors }),
      resolvedErrors: t.field({ type: [degradation], nullable: true, resolve: (report) => report.resolved_errors }),
      existingErrors: t.field({ type: [degradation], nullable: true, resolve: (report) => report.existing_errors }),
      summary: t.field({
        type: 'CodequalityReportsComparerReportSummary',
        nullable: false,
        resolve: (report) => report.summary,
      }),
    }),
  });
  builder.objectType('CodequalityReportsComparer', {
    description: 'Code quality of the newest commit compared with the target branch.',
    fields: (t) => ({
      status: t.field({ type: status, nullable: true, resolve: (reports) => reports.status }),
      report: t.field({ type: 'CodequalityReportsComparerReport', nullable: true, resolve: ({ report }) => report }),
    }),
  });
}

function addFindingTypes(builder: GraphqlBuilder): void {
  const status = builder.enumType('FindingReportsComparerStatus', { values: generated });
  const severity = builder.enumType('VulnerabilitySeverity', { values: SECURITY_SEVERITIES.map(upper) });
  builder.objectType('ComparedSecurityReportFinding', {
    fields: (t) => ({
      uuid: t.string({ nullable: true, resolve: uuidOf }),
      title: t.string({ nullable: true, resolve: ({ name }) => name }),
      description: t.string({ nullable: true, description: 'Not stored: always null.', resolve: () => null }),
      severity: t.field({ type: severity, nullable: true, resolve: (finding) => upper(finding.severity) }),
      foundByPipelineIid: t.string({
        nullable: true,
        resolve: ({ pipelineIid }) => (pipelineIid === null ? null : String(pipelineIid)),
      }),
    }),
  });
  builder.objectType('ComparedSecurityReport', {
    fields: (t) => ({
      headReportCreatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ headAt }) => headAt }),
      baseReportCreatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ baseAt }) => baseAt }),
      baseReportOutOfDate: t.boolean({ nullable: true, resolve: ({ isOutdated }) => isOutdated }),
      added: t.field({ type: ['ComparedSecurityReportFinding'], nullable: true, resolve: ({ added }) => added }),
      fixed: t.field({ type: ['ComparedSecurityReportFinding'], nullable: true, resolve: ({ fixed }) => fixed }),
    }),
  });
  builder.objectType('FindingReportsComparer', {
    description: 'Security findings of the newest pipeline compared with the target branch.',
    fields: (t) => ({
      status: t.field({ type: status, nullable: true, resolve: (reports) => reports.status }),
      statusReason: t.string({ nullable: true, resolve: ({ reason }) => reason }),
      report: t.field({ type: 'ComparedSecurityReport', nullable: true, resolve: ({ report }) => report }),
    }),
  });
}

/** Reports of pipelines compared with the target branch, by the reads of the widget. */
export function addReportFields(builder: GraphqlBuilder): void {
  addQualityTypes(builder);
  addFindingTypes(builder);
  const reportType = builder.enumType('ComparableSecurityReportType', { values: TOOL_REPORTS.security.map(upper) });
  builder.objectType('PolicyViolationDetails', {
    description: 'Violations of merge request approval policies.',
    fields: (t) => ({ violationsCount: t.int({ nullable: false, resolve: ({ count }) => count }) }),
  });
  builder.objectFields('MergeRequest', (t) => ({
    codequalityReportsComparer: t.field({
      type: 'CodequalityReportsComparer',
      nullable: true,
      resolve: ({ view }, _args, { ctx }) =>
        withinLimit(ctx, 'codequalityReportsComparer', () => qualityReports(ctx, view.row.id)),
    }),
    findingReportsComparer: t.field({
      type: 'FindingReportsComparer',
      nullable: true,
      args: { reportType: t.arg({ type: reportType, required: true }) },
      resolve: ({ view }, args, { ctx }) =>
        withinLimit(ctx, 'findingReportsComparer', () => findingReports(ctx, view.row.id, lower(args.reportType))),
    }),
    policyViolations: t.field({
      type: 'PolicyViolationDetails',
      nullable: true,
      description: 'Null: there are no approval policies.',
      resolve: () => null,
    }),
    canReadVulnerabilities: t.boolean({
      nullable: true,
      description: 'Whether the security findings of its pipelines are visible to you.',
      resolve: async ({ view }, _args, { ctx }) => {
        const found = await accessOfRow(ctx, view.row.id);
        return found !== undefined && mayReadPipelines(ctx, found.access) && mayReadReports(ctx, found.access);
      },
    }),
  }));
}
