import type { widgetDocsPaths } from '../page/help.ts';

/** Addresses in the answer of `widget.json` that no button of the widget stands for. */
export type WidgetPaths = Record<keyof typeof widgetDocsPaths, string> & {
  /** GET approvals, POST to approve and to take that back, GET the rules with who approved. */
  api_approvals_path: string;
  api_approve_path: string;
  api_unapprove_path: string;
  api_approval_settings_path: string;
  merge_check_path: string;
  /** Answers with HTML: what the dialogs of revert and cherry-pick need. */
  commit_change_content_path: string;
  /** Null where the newest pipeline has no such report. */
  test_reports_path: string | null;
  codequality_reports_path: string | null;
  accessibility_report_path: string | null;
  terraform_reports_path: string | null;
  metrics_reports_path: string | null;
  license_scanning_comparison_path: string | null;
  license_scanning_comparison_collapsed_path: string | null;
};
