import type { ReportedFinding } from '../../../ci/index.ts';

export type ComparedFindings = {
  added: ReportedFinding[];
  resolved: ReportedFinding[];
  existing: ReportedFinding[];
};

/** What came and went between two reports, told apart by fingerprint. */
export function compareFindings(base: readonly ReportedFinding[], head: readonly ReportedFinding[]): ComparedFindings {
  const before = new Set(base.map((finding) => finding.fingerprint));
  const after = new Set(head.map((finding) => finding.fingerprint));
  return {
    added: head.filter((finding) => !before.has(finding.fingerprint)),
    resolved: base.filter((finding) => !after.has(finding.fingerprint)),
    existing: head.filter((finding) => before.has(finding.fingerprint)),
  };
}
