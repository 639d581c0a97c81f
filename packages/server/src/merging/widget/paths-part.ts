import type { WidgetPaths } from '@tributary/contract/merge-requests/widget-paths.ts';
import type { ReportWidgetKind, ReportWidgetLink } from '@tributary/contract/merge-requests/report-widgets.ts';
import { widgetDocsPaths } from '@tributary/contract/page/help.ts';
import type { RequestPaths } from '../../merge-requests/index.ts';

/** Addresses that the widget leads to, beside those of its buttons. A report that there is none of has none. */
export function pathsPart(paths: RequestPaths, reports: readonly ReportWidgetLink[]): WidgetPaths {
  const report = (kind: ReportWidgetKind) => reports.find((each) => each.kind === kind)?.path ?? null;
  const license = reports.find(({ kind }) => kind === 'license');
  return {
    ...widgetDocsPaths,
    api_approvals_path: `${paths.api}/approvals`,
    api_approve_path: `${paths.api}/approve`,
    api_unapprove_path: `${paths.api}/unapprove`,
    api_approval_settings_path: `${paths.api}/approval_settings`,
    merge_check_path: paths.widget,
    commit_change_content_path: paths.commitChangeContent,
    test_reports_path: report('test'),
    codequality_reports_path: report('codequality'),
    accessibility_report_path: report('accessibility'),
    terraform_reports_path: report('terraform'),
    metrics_reports_path: report('metrics'),
    license_scanning_comparison_path: license?.path ?? null,
    license_scanning_comparison_collapsed_path: license?.collapsed_path ?? null,
  };
}
