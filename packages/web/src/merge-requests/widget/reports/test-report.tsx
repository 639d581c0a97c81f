import type {
  ComparedSuite,
  ComparedTest,
  TestComparison,
  TestSummary,
} from '@tributary/contract/merge-requests/report-widgets.ts';
import { formatSeconds } from '../../../ci/tests/format-seconds.ts';
import { plural } from '../../../lib/format.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { ReportDefinition, ReportItem } from './report-model.ts';

function changesText({ failed, errored, resolved }: TestSummary): string {
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errored > 0 ? [plural(errored, 'error')] : []),
    ...(resolved > 0 ? [plural(resolved, 'fixed test result')] : []),
  ];
  if (parts.length === 0) return 'no changed test results';
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const suiteText = (name: string, summary: TestSummary): string =>
  `${name}: ${changesText(summary)}, ${plural(summary.total, 'total test')}`;

/** Only more than one failure says something. */
function recentText({ recent_failures: recent }: ComparedTest): string | undefined {
  if (recent === null || recent.count <= 1) return undefined;
  return `Failed ${plural(recent.count, 'time')} in ${recent.base_branch} in the last 14 days`;
}

function factsOf(test: ComparedTest) {
  const history = recentText(test);
  const { file, attachment_url: attachment, system_output: output } = test;
  return [
    { label: 'Name', value: test.name },
    ...(file === null ? [] : [{ label: 'File', value: <code>{file}</code> }]),
    { label: 'Execution time', value: formatSeconds(test.execution_time) },
    ...(history === undefined ? [] : [{ label: 'History', value: history }]),
    ...(attachment === undefined
      ? []
      : [{ label: 'Attachment', value: <TextLink href={attachment}>{attachment}</TextLink> }]),
    ...(output === null
      ? []
      : [{ label: 'System output', value: <pre className="max-h-80 overflow-auto text-sm">{output}</pre> }]),
  ];
}

type Part = { header: string; tests: readonly ComparedTest[]; isFixed?: boolean; badge?: string };

function itemsOf({ header, tests, isFixed = false, badge }: Part): ReportItem[] {
  return tests.map((test, index) => ({
    key: `${header} ${test.classname} ${test.name} ${index}`,
    ...(index === 0 && { header }),
    status: isFixed ? { group: 'success', label: 'Fixed' } : { group: 'failed', label: 'Failed' },
    text: test.name,
    supportingText: recentText(test),
    ...(badge !== undefined && { badge }),
    details: { title: test.name, facts: factsOf(test) },
  }));
}

function suiteItem(suite: ComparedSuite): ReportItem {
  const { name, status, summary, suite_errors: errors } = suite;
  const problem = errors?.head ?? errors?.base ?? null;
  return {
    key: name,
    status: { group: status === 'success' ? 'success' : 'failed', label: status === 'success' ? 'Passed' : 'Failed' },
    text: status === 'error' ? `${name}: the report could not be read` : suiteText(name, summary),
    ...(problem !== null && { subtext: problem }),
    children: [
      ...itemsOf({ header: 'New failures', tests: [...suite.new_failures, ...suite.new_errors], badge: 'New' }),
      ...itemsOf({ header: 'Existing failures', tests: [...suite.existing_failures, ...suite.existing_errors] }),
      ...itemsOf({ header: 'Fixed', tests: [...suite.resolved_failures, ...suite.resolved_errors], isFixed: true }),
    ],
  };
}

export const testReport: ReportDefinition<TestComparison> = {
  name: 'Test summary',
  loading: 'Test summary results are loading',
  failure: 'Test summary failed to load results',
  view: ({ status, summary, suites }) => ({
    group: status === 'success' ? 'success' : 'warning',
    status: status === 'success' ? 'Passed' : 'Warning',
    summary: suiteText('Test summary', summary),
    items: suites.map(suiteItem),
  }),
};
