export {
  coverageOfFiles,
  findingsOf,
  type ReportedFinding,
  reportedCommits,
  type ReportStatus,
  commitReportStatus,
} from './reads/commit-reports.ts';
