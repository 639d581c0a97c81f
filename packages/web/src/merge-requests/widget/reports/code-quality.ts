import type { QualityComparison, QualityError } from '@tributary/contract/merge-requests/reports.ts';
import { plural } from '../../../lib/format.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

const SEVERITIES = ['blocker', 'critical', 'major', 'minor', 'info', 'unknown'] as const;
const GROUPS = {
  blocker: 'failed',
  critical: 'failed',
  major: 'warning',
  minor: 'warning',
  info: 'notice',
  unknown: 'neutral',
} as const;

function toItem(error: QualityError, isFixed: boolean): ReportItem {
  const { severity, description, file_path: file, line, web_url: href, fingerprint } = error;
  return {
    key: `${fingerprint} ${isFixed}`,
    status: { group: isFixed ? 'success' : GROUPS[severity], label: isFixed ? 'Fixed' : severity },
    text: `${severity.charAt(0).toUpperCase()}${severity.slice(1)} - ${description}`,
    subtext: `${file}:${line}`,
    href,
    ...(isFixed && { badge: 'Fixed' }),
  };
}

const bySeverity = (a: QualityError, b: QualityError) =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);

function summaryOf({
  status,
  new_errors: added,
  resolved_errors: fixed,
  existing_errors: existing,
}: QualityComparison) {
  if (status === 'not_found') {
    return `Code Quality has no report of the target branch to compare with. ${plural(existing.length, 'finding')} in this branch.`;
  }
  const points = (count: number) => plural(count, 'finding');
  if (added.length > 0 && fixed.length > 0) {
    return `Code Quality scans found ${points(added.length)} and ${fixed.length === 1 ? '1 fixed finding' : `${fixed.length} fixed findings`}.`;
  }
  if (added.length > 0) return `Code Quality scans found ${plural(added.length, 'new finding')}.`;
  if (fixed.length > 0) return `Code Quality improved due to ${plural(fixed.length, 'fixed finding')}.`;
  return "Code Quality hasn't changed.";
}

export const codeQuality: ReportDefinition<QualityComparison> = {
  name: 'Code Quality',
  loading: 'Code Quality is loading',
  failure: 'Code Quality failed to load results',
  view: (answer) => {
    const group = answer.status === 'not_found' ? 'neutral' : answer.new_errors.length > 0 ? 'warning' : 'success';
    const shown = answer.status === 'not_found' ? answer.existing_errors : answer.new_errors;
    return {
      group,
      status: group === 'success' ? 'Passed' : group === 'warning' ? 'Warning' : 'Not compared',
      summary: summaryOf(answer),
      items: [
        ...shown.toSorted(bySeverity).map((error) => toItem(error, false)),
        ...answer.resolved_errors.toSorted(bySeverity).map((error) => toItem(error, true)),
      ],
    };
  },
};
