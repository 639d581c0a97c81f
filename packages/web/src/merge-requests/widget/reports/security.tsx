import type { SecurityComparison, SecurityFinding } from '@tributary/contract/merge-requests/tool-reports.ts';
import { plural } from '../../../lib/format.ts';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import type { ReportDefinition, ReportItem } from './report-model.ts';

const NAMES: Record<string, string> = {
  sast: 'SAST',
  dast: 'DAST',
  dependency_scanning: 'Dependency scanning',
  container_scanning: 'Container scanning',
  coverage_fuzzing: 'Coverage fuzzing',
  api_fuzzing: 'API fuzzing',
  secret_detection: 'Secret detection',
};

const locationOf = ({ file, line }: SecurityFinding): string | undefined =>
  file === null ? undefined : line === null ? file : `${file}:${line}`;

const toItem = (finding: SecurityFinding, header: string, index: number): ReportItem => ({
  key: `${header} ${index}`,
  ...(index === 0 && { header }),
  text: (
    <>
      <SeverityBadge severity={finding.severity} /> {finding.name}
    </>
  ),
  subtext: locationOf(finding),
});

/** The findings of one kind of scan. */
function scanItem(type: string, { added, fixed }: SecurityComparison): ReportItem {
  const own = (findings: readonly SecurityFinding[]) => findings.filter((each) => each.report_type === type);
  const [mine, gone] = [own(added), own(fixed)];
  return {
    key: type,
    status: mine.length > 0 ? { group: 'warning', label: 'Findings' } : { group: 'success', label: 'Passed' },
    text: `${NAMES[type] ?? type} detected ${mine.length === 0 ? 'no new findings' : plural(mine.length, 'new finding')}`,
    children: [
      ...mine.map((finding, index) => toItem(finding, 'New', index)),
      ...gone.map((finding, index) => toItem(finding, 'Fixed', index)),
    ],
  };
}

export const security: ReportDefinition<SecurityComparison> = {
  name: 'Security scanning',
  loading: 'Security scanning is loading',
  failure: 'Failed to load security report',
  view: (answer) => {
    const { added, report_types: types } = answer;
    const severe = added.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
    return {
      group: added.length > 0 ? 'warning' : 'success',
      status: added.length > 0 ? 'Warning' : 'Passed',
      summary:
        added.length === 0
          ? 'Security scanning detected no new potential vulnerabilities'
          : `Security scanning detected ${plural(added.length, 'new potential vulnerability', 'new potential vulnerabilities')}, ${severe} of them critical or high`,
      items: types.map((type) => scanItem(type, answer)),
    };
  },
};
