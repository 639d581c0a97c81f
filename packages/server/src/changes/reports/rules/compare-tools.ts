import {
  type AccessibilityComparison,
  type AccessibilityError,
  accessibilityFile,
  browserFile,
  type LicenseComparison,
  loadFile,
  type MetricsComparison,
  metricsFile,
  type PerformanceComparison,
  type PerformanceMetric,
  type SecurityComparison,
  type TerraformReport,
  terraformFile,
  type ToolReportKind,
} from '@tributary/contract/merge-requests/tool-reports.ts';
import type { JobReport } from '../../../ci/index.ts';
import {
  bySeverity,
  filesOf,
  licensesOf,
  securityFindingsOf,
} from '@tributary/contract/merge-requests/tool-findings.ts';

/** What came and went between two lists, told apart by a key; each key once. */
function compare<T>(head: readonly T[], base: readonly T[], keyOf: (item: T) => string) {
  const before = new Map(base.map((item) => [keyOf(item), item]));
  const now = new Map(head.map((item) => [keyOf(item), item]));
  return {
    added: [...now].flatMap(([key, item]) => (before.has(key) ? [] : [item])),
    existing: [...now].flatMap(([key, item]) => (before.has(key) ? [item] : [])),
    removed: [...before].flatMap(([key, item]) => (now.has(key) ? [] : [item])),
  };
}

type Reports = readonly JobReport[];

function accessibility(head: Reports, base: Reports): AccessibilityComparison {
  type Found = AccessibilityError & { selector: string };
  const errors = (reports: Reports): Found[] =>
    filesOf(reports, accessibilityFile).flatMap(({ file }) =>
      Object.entries(file.results).flatMap(([url, found]) => found.map((each) => ({ ...each, url }))),
    );
  const plain = (found: readonly Found[]) => found.map(({ code, message, url }) => ({ code, message, url }));
  const { added, existing, removed } = compare(
    errors(head),
    errors(base),
    ({ code, message, url, selector }) => `${url}\0${code}\0${selector}\0${message}`,
  );
  return {
    status: added.length + existing.length > 0 ? 'failed' : 'success',
    summary: { total: added.length + existing.length, resolved: removed.length, errored: added.length },
    new_errors: plain(added),
    existing_errors: plain(existing),
    resolved_errors: plain(removed),
  };
}

type Measured = Omit<PerformanceMetric, 'previous_value'>;

function withPrevious(head: readonly Measured[], base: readonly Measured[]): PerformanceMetric[] {
  const keyOf = ({ subject, name }: Measured) => `${subject}\0${name}`;
  const before = new Map(base.map((metric) => [keyOf(metric), metric.value]));
  return head.map((metric) => ({ ...metric, previous_value: before.get(keyOf(metric)) ?? null }));
}

/** Set by this variable of the job. */
function degradationThreshold(head: Reports): number | null {
  const value = head.map(({ variables }) => variables?.['DEGRADATION_THRESHOLD']).find((each) => each !== undefined);
  const threshold = Number.parseInt(value ?? '', 10);
  return Number.isNaN(threshold) ? null : threshold;
}

function browserPerformance(head: Reports, base: Reports): PerformanceComparison {
  const metrics = (reports: Reports): Measured[] =>
    filesOf(reports, browserFile).flatMap(({ file }) =>
      file.flatMap(({ subject, metrics: some }) =>
        some.map(({ name, value, desiredSize }) => ({ subject, name, value, desired_size: desiredSize })),
      ),
    );
  return {
    metrics: withPrevious(metrics(head), metrics(base)),
    degradation_threshold: degradationThreshold(head),
  };
}

function loadPerformance(head: Reports, base: Reports): PerformanceComparison {
  const metrics = (reports: Reports): Measured[] =>
    filesOf(reports, loadFile).flatMap(({ report, file: { metrics: found } }) => {
      const subject = report.jobName;
      const { http_reqs: requests, http_req_waiting: waiting, checks } = found;
      const all = checks ? checks.passes + checks.fails : 0;
      return [
        ...(requests ? [{ subject, name: 'RPS', value: requests.rate, desired_size: 'larger' as const }] : []),
        ...(waiting
          ? [
              { subject, name: 'TTFB P90', value: waiting['p(90)'], desired_size: 'smaller' as const },
              { subject, name: 'TTFB P95', value: waiting['p(95)'], desired_size: 'smaller' as const },
            ]
          : []),
        ...(checks && all > 0
          ? [{ subject, name: 'Checks', value: (checks.passes / all) * 100, desired_size: 'larger' as const }]
          : []),
      ];
    });
  return { metrics: withPrevious(metrics(head), metrics(base)), degradation_threshold: null };
}

function metrics(head: Reports, base: Reports): MetricsComparison {
  const found = (reports: Reports) => filesOf(reports, metricsFile).flatMap(({ file }) => file);
  const before = new Map(found(base).map(({ name, value }) => [name, value]));
  const { added, existing, removed } = compare(found(head), found(base), ({ name }) => name);
  return {
    new_metrics: added.map((metric) => ({ ...metric, previous_value: null })),
    existing_metrics: existing.map((metric) => ({ ...metric, previous_value: before.get(metric.name) ?? null })),
    removed_metrics: removed.map((metric) => ({ ...metric, previous_value: null })),
  };
}

/** A plan is about what is; there is nothing to compare it with. */
function terraform(head: Reports): TerraformReport {
  const plans = head.map((report) => {
    const job = { job_name: report.jobName, job_path: report.jobPath };
    const parsed = 'value' in report ? terraformFile.safeParse(report.value) : undefined;
    return parsed?.success ? { ...job, ...parsed.data } : { ...job, tf_report_error: 'invalid_json_format' };
  });
  return { plans };
}

function licenses(head: Reports, base: Reports): LicenseComparison {
  const { added, existing, removed } = compare(licensesOf(head), licensesOf(base), ({ name }) => name);
  return { new_licenses: added, existing_licenses: existing, removed_licenses: removed };
}

function security(head: Reports, base: Reports): SecurityComparison {
  const { added, removed } = compare(securityFindingsOf(head), securityFindingsOf(base), ({ key }) => key);
  return {
    added: bySeverity(added),
    fixed: bySeverity(removed),
    report_types: [...new Set(head.map(({ type }) => type))],
  };
}

export const COMPARE_TOOLS = {
  accessibility,
  browser_performance: browserPerformance,
  load_performance: loadPerformance,
  metrics,
  terraform,
  license: licenses,
  security,
} as const satisfies Record<ToolReportKind, (head: Reports, base: Reports) => object>;
