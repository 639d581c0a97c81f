import './jobs/parse-report.ts';

export {
  coverageOfFiles,
  findingsOf,
  type ReportedFinding,
  reportedCommits,
  type ReportStanding,
  reportStanding,
} from './reads/commit-reports.ts';
