import type { ReportWidgetKind } from '@tributary/contract/merge-requests/report-widgets.ts';
import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { accessibility } from './reports/accessibility.ts';
import { codeQuality } from './reports/code-quality.ts';
import { license } from './reports/license.ts';
import { metricsReport } from './reports/metrics-report.ts';
import { browserPerformance, loadPerformance } from './reports/performance.ts';
import type { ReportDefinition } from './reports/report-model.ts';
import { ReportRow } from './reports/report-row.tsx';
import { security } from './reports/security.tsx';
import { terraform } from './reports/terraform.ts';
import { testReport } from './reports/test-report.tsx';

/** Each definition reads what its own path answers. */
const DEFINITIONS: Record<ReportWidgetKind, ReportDefinition<never>> = {
  test: testReport,
  codequality: codeQuality,
  accessibility,
  browser_performance: browserPerformance,
  load_performance: loadPerformance,
  metrics: metricsReport,
  terraform,
  license,
  security,
};

/** The rows of the merge widget about reports of the newest pipeline. */
export default function ReportsSection({ data }: { data: WidgetData }) {
  const fullReport = data.pipeline === null ? [] : [{ text: 'Full report', href: `${data.pipeline.path}/test_report` }];
  const version = `${data.diff_head_sha ?? ''} ${data.pipeline?.id ?? ''} ${data.pipeline?.details.status.group ?? ''}`;
  return (
    <div className="border-t first:border-t-0">
      {data.enabled_reports.map(({ kind, path, collapsed_path: collapsedPath }) => (
        <ReportRow
          key={kind}
          definition={DEFINITIONS[kind]}
          path={path}
          collapsedPath={collapsedPath}
          version={version}
          actions={kind === 'test' ? fullReport : []}
        />
      ))}
    </div>
  );
}
