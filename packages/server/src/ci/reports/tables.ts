import type { CoveredLines, FindingSeverity, ReportKind, ReportState } from '@tributary/contract/ci/commit-reports.ts';
import type { Generated, JSONColumnType } from 'kysely';

export type JobAccess = 'all' | 'developer' | 'maintainer' | 'none';

export type CommitReportTable = {
  id: Generated<number>;
  project_id: number;
  sha: string;
  kind: ReportKind;
  name: string;
  state: Generated<ReportState>;
  failure: string | null;
  source: Buffer | null;
  size_bytes: number;
  entries_count: Generated<number>;
  author_id: number | null;
  /** Who may read the files of the job that made it; null where another system uploaded it. */
  job_access: JobAccess | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
};

export type CommitReportCoverageTable = {
  report_id: number;
  path: string;
  lines: JSONColumnType<CoveredLines>;
};

export type CommitReportFindingTable = {
  report_id: number;
  position: number;
  path: string;
  line: number;
  severity: FindingSeverity;
  fingerprint: string;
  description: string;
  engine_name: string | null;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    commit_reports: CommitReportTable;
    commit_report_coverage: CommitReportCoverageTable;
    commit_report_findings: CommitReportFindingTable;
  }
}
