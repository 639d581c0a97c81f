import type { CoveredLines, FindingSeverity } from '../ci/commit-reports.ts';

/** GET `coverage_reports.json`: hits by path and line, of the changed files. */
export type CoverageAnswer = { files: Record<string, CoveredLines> };

export type QualityFinding = { line: number; description: string; severity: FindingSeverity };

/** GET `codequality_mr_diff_reports.json`: what the change brought, by path. */
export type QualityDiffAnswer = { files: Record<string, QualityFinding[]> };

export type QualityError = {
  description: string;
  severity: FindingSeverity;
  file_path: string;
  line: number;
  web_url: string;
  engine_name: string | null;
  fingerprint: string;
};

/** GET `codequality_reports.json`. `not_found`: there is nothing to compare with. */
export type QualityComparison = {
  status: 'success' | 'failed' | 'not_found';
  new_errors: QualityError[];
  resolved_errors: QualityError[];
  existing_errors: QualityError[];
  summary: { total: number; resolved: number; errored: number };
};

/** With 204 while a report is read (`Poll-Interval`), and 400 when there is none or it could not be read. */
export type ReportFailure = { status_reason: string };

/** What other systems measured on the shown commits. */
export type ReportsPart = {
  /** GET with the parameters of the comparison. */
  coveragePath: string;
  qualityPath: string;
  /** Commits of the request with such a report, read or being read. Of others there is nothing to ask for. */
  coverageOf: string[];
  qualityOf: string[];
};
