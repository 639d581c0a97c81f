import type { AccessibilityComparison, AccessibilityError } from '@tributary/contract/merge-requests/tool-reports.ts';
import { plural } from '../../../lib/format.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

type Part = { header: string; errors: readonly AccessibilityError[]; isFixed?: boolean };

const itemsOf = ({ header, errors, isFixed = false }: Part): ReportItem[] =>
  errors.map(({ code, message, url }, index) => ({
    key: `${header} ${index}`,
    ...(index === 0 && { header }),
    status: isFixed ? { group: 'success', label: 'Fixed' } : { group: 'failed', label: 'Error' },
    text: message,
    supportingText: code,
    subtext: url,
  }));

export const accessibility: ReportDefinition<AccessibilityComparison> = {
  name: 'Accessibility scanning',
  loading: 'Accessibility scanning results are being parsed',
  failure: 'Accessibility scanning failed loading results',
  view: ({ summary, new_errors: added, existing_errors: existing, resolved_errors: fixed }) => ({
    group: added.length > 0 ? 'warning' : 'success',
    status: added.length > 0 ? 'Warning' : 'Passed',
    summary:
      summary.total === 0
        ? 'Accessibility scanning detected no issues for the source branch only'
        : `Accessibility scanning detected ${plural(added.length, 'new issue')}, ${plural(summary.total, 'issue')} in all`,
    items: [
      ...itemsOf({ header: 'New', errors: added }),
      ...itemsOf({ header: 'Not fixed', errors: existing }),
      ...itemsOf({ header: 'Fixed', errors: fixed, isFixed: true }),
    ],
  }),
};
