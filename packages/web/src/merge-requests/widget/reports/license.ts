import type { LicenseComparison, ReportedLicense } from '@tributary/contract/merge-requests/tool-reports.ts';
import { plural } from '../../../lib/format.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

const usedBy = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

function itemsOf(header: string, licenses: readonly ReportedLicense[]): ReportItem[] {
  return licenses.map(({ name, url, dependencies }, index) => ({
    key: `${header} ${name}`,
    ...(index === 0 && { header }),
    text: name,
    ...(url !== null && { href: url }),
    ...(dependencies.length > 0 && { subtext: `Used by ${usedBy(dependencies.map((each) => each.name))}` }),
  }));
}

export const license: ReportDefinition<LicenseComparison> = {
  name: 'License Compliance',
  loading: 'License Compliance test metrics results are being parsed',
  failure: 'License Compliance failed loading results',
  view: ({ new_licenses: added, existing_licenses: existing, removed_licenses: removed }) => ({
    group: added.length > 0 ? 'warning' : 'success',
    status: added.length > 0 ? 'New licenses' : 'Passed',
    summary:
      added.length > 0
        ? `License Compliance detected ${plural(added.length, 'new license')}`
        : `License Compliance detected no new licenses, ${plural(existing.length, 'license')} in all`,
    items: [...itemsOf('New', added), ...itemsOf('Removed', removed), ...itemsOf('In use', existing)],
  }),
};
