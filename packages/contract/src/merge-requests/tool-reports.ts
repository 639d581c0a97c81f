import { z } from 'zod';
import type { LicenseStatus } from '../licenses/policy.ts';

/** Reports of tools that the merge widget compares with those of the target branch, by the kinds of files that hold them. */
export const TOOL_REPORTS = {
  accessibility: ['accessibility'],
  browser_performance: ['browser_performance', 'performance'],
  load_performance: ['load_performance'],
  metrics: ['metrics'],
  terraform: ['terraform'],
  license: ['license_scanning'],
  security: [
    'sast',
    'dast',
    'dependency_scanning',
    'container_scanning',
    'coverage_fuzzing',
    'api_fuzzing',
    'secret_detection',
  ],
} as const satisfies Record<string, readonly string[]>;
export type ToolReportKind = keyof typeof TOOL_REPORTS;
export type SecurityReportType = (typeof TOOL_REPORTS.security)[number];

export type AccessibilityError = { code: string; message: string; url: string };
export type AccessibilityComparison = {
  status: 'success' | 'failed';
  summary: { total: number; resolved: number; errored: number };
  new_errors: AccessibilityError[];
  existing_errors: AccessibilityError[];
  resolved_errors: AccessibilityError[];
};

/** A number that is better when it is smaller or larger; null where the target branch has none. */
export type PerformanceMetric = {
  subject: string;
  name: string;
  value: number;
  previous_value: number | null;
  desired_size: 'smaller' | 'larger';
};
export type PerformanceComparison = {
  metrics: PerformanceMetric[];
  /** Values that got worse count only if the total score fell by at least this; null: always. */
  degradation_threshold: number | null;
};

export type ReportedMetric = { name: string; value: string; previous_value: string | null };
export type MetricsComparison = {
  new_metrics: ReportedMetric[];
  existing_metrics: ReportedMetric[];
  removed_metrics: ReportedMetric[];
};

type TerraformPlan = { job_name: string; job_path: string } & (
  | { create: number; update: number; delete: number }
  | { tf_report_error: string }
);
export type TerraformReport = { plans: TerraformPlan[] };

export type ReportedLicense = { name: string; url: string | null; dependencies: { name: string }[] };
export type LicenseComparison = {
  new_licenses: ReportedLicense[];
  existing_licenses: ReportedLicense[];
  removed_licenses: ReportedLicense[];
};

/** With what the project says of each license. */
export type ClassifiedLicense = ReportedLicense & {
  classification: { name: string; approval_status: LicenseStatus | 'unclassified' };
};
export type LicenseReport = {
  new_licenses: ClassifiedLicense[];
  existing_licenses: ClassifiedLicense[];
  removed_licenses: ClassifiedLicense[];
  has_denied_licenses: boolean;
  approval_required: boolean;
};

/** The same as numbers: what the row of the widget says before it is opened. */
export type CollapsedLicenseReport = Pick<LicenseReport, 'has_denied_licenses' | 'approval_required'> &
  Record<'new_licenses' | 'existing_licenses' | 'removed_licenses', number>;

export const SECURITY_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
type SecuritySeverity = (typeof SECURITY_SEVERITIES)[number];
export type SecurityFinding = {
  report_type: string;
  name: string;
  severity: SecuritySeverity;
  file: string | null;
  line: number | null;
};
export type SecurityComparison = { added: SecurityFinding[]; fixed: SecurityFinding[]; report_types: string[] };

const count = z.number().catch(0);

/** What the files hold, as far as it is read; more may be in them. */
export const accessibilityFile = z.object({
  results: z.record(
    z.string(),
    z.array(z.object({ code: z.string(), message: z.string(), selector: z.string().catch('') })),
  ),
});
export const browserFile = z.array(
  z.object({
    subject: z.string(),
    metrics: z.array(
      z.object({
        name: z.string(),
        value: z.coerce.number(),
        desiredSize: z.enum(['smaller', 'larger']).catch('smaller'),
      }),
    ),
  }),
);
export const loadFile = z.object({
  metrics: z.object({
    http_reqs: z.object({ rate: z.number() }).optional(),
    http_req_waiting: z.object({ 'p(90)': z.number(), 'p(95)': z.number() }).optional(),
    checks: z.object({ passes: count, fails: count }).optional(),
  }),
});
export const metricsFile = z.array(z.object({ name: z.string(), value: z.string() }));
export const terraformFile = z.object({ create: z.number(), update: z.number(), delete: z.number() });
export const licenseFile = z.object({
  licenses: z.array(z.object({ id: z.string(), name: z.string(), url: z.string().nullish() })),
  dependencies: z.array(z.object({ name: z.string(), licenses: z.array(z.string()).catch([]) })).catch([]),
});
export const securityFile = z.object({
  vulnerabilities: z.array(
    z.object({
      name: z.string().optional(),
      message: z.string().optional(),
      description: z.string().optional(),
      severity: z.string().catch('Unknown'),
      location: z
        .object({ file: z.string().optional(), start_line: z.number().optional(), image: z.string().optional() })
        .catch({}),
      identifiers: z.array(z.object({ type: z.string(), value: z.string() })).catch([]),
    }),
  ),
});
