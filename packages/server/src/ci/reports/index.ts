import './jobs/import-artifact.ts';
import './jobs/parse-report.ts';

export {
  coverageOfFiles,
  findingsOf,
  type ReportedFinding,
  reportedCommits,
  type ReportStatus,
  commitReportStatus,
} from './reads/commit-reports.ts';
