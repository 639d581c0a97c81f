import type {
  ClassifiedLicense,
  CollapsedLicenseReport,
  LicenseReport,
} from '@tributary/contract/merge-requests/tool-reports.ts';
import { plural } from '../../../lib/format.ts';
import type { ReportDefinition, ReportItem, ReportSummary } from './report-model.ts';

const usedBy = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

function itemsOf(header: string, licenses: readonly ClassifiedLicense[]): ReportItem[] {
  return licenses.map(({ name, url, dependencies, classification: { approval_status: status } }, index) => ({
    key: `${header} ${name}`,
    ...(index === 0 && { header }),
    text: name,
    ...(url !== null && { href: url }),
    ...(status !== 'unclassified' && { badge: status === 'denied' ? 'Denied' : 'Allowed' }),
    ...(dependencies.length > 0 && { subtext: `Used by ${usedBy(dependencies.map((each) => each.name))}` }),
  }));
}

function summaryOf(report: CollapsedLicenseReport): ReportSummary {
  const { new_licenses: added, existing_licenses: existing, has_denied_licenses: isDenied } = report;
  const found =
    added > 0
      ? `License Compliance detected ${plural(added, 'new license')}`
      : `License Compliance detected no new licenses, ${plural(existing, 'license')} in all`;
  return {
    group: isDenied ? 'failed' : added > 0 ? 'warning' : 'success',
    status: isDenied ? 'Denied licenses' : added > 0 ? 'New licenses' : 'Passed',
    summary: isDenied ? `${found} and policy violations` : found,
  };
}

export const license: ReportDefinition<LicenseReport, CollapsedLicenseReport> = {
  name: 'License Compliance',
  loading: 'License Compliance test metrics results are being parsed',
  failure: 'License Compliance failed loading results',
  view: (report) => {
    const { new_licenses: added, existing_licenses: existing, removed_licenses: removed } = report;
    const counts = {
      ...report,
      new_licenses: added.length,
      existing_licenses: existing.length,
      removed_licenses: removed.length,
    };
    return {
      ...summaryOf(counts),
      items: [...itemsOf('New', added), ...itemsOf('Removed', removed), ...itemsOf('In use', existing)],
    };
  },
  collapsedView: summaryOf,
};
