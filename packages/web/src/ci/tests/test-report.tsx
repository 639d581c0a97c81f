import type { RestTestSuite, TestReportTab, TestStatus, TestSuiteItem } from '@tributary/contract/ci/test-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { queryClient } from '../../app/query-client.ts';
import { usePageUrl } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { formatCount, plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { formatSeconds } from './format-seconds.ts';

type Case = RestTestSuite['test_cases'][number];

const LOOKS: Record<TestStatus, { text: string; tone: BadgeTone }> = {
  failed: { text: 'Failed', tone: 'failed' },
  error: { text: 'Error', tone: 'error' },
  skipped: { text: 'Skipped', tone: 'neutral' },
  success: { text: 'Passed', tone: 'success' },
};
const MAX_CASES = 500;

const SUITE_COLUMNS = (hrefOf: (id: number) => string): TableColumn<TestSuiteItem>[] => [
  {
    key: 'job',
    header: 'Job',
    primary: true,
    render: ({ jobId, name, error }) => (
      <>
        <a href={hrefOf(jobId)} className="rounded-sm font-medium wrap-anywhere text-fg hover:text-accent-fg">
          <bdi>{name}</bdi>
        </a>
        {error !== null && <Badge tone="failed">Not readable</Badge>}
      </>
    ),
  },
  { key: 'time', header: 'Duration', align: 'end', render: (suite) => formatSeconds(suite.total_time) },
  { key: 'failed', header: 'Failed', align: 'end', render: (suite) => formatCount(suite.failed_count) },
  { key: 'errors', header: 'Errors', align: 'end', render: (suite) => formatCount(suite.error_count) },
  { key: 'skipped', header: 'Skipped', align: 'end', render: (suite) => formatCount(suite.skipped_count) },
  { key: 'passed', header: 'Passed', align: 'end', render: (suite) => formatCount(suite.success_count) },
  { key: 'total', header: 'Total', align: 'end', render: (suite) => formatCount(suite.total_count) },
];

function TestCaseRow({ test }: { test: Case }) {
  const { text, tone } = LOOKS[test.status];
  const head = (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2">
      <Badge tone={tone}>{text}</Badge>
      <span className="font-medium wrap-anywhere">
        <bdi>{test.name}</bdi>
      </span>
      <span className="text-sm wrap-anywhere text-fg-muted">
        <bdi>{test.file ?? test.classname}</bdi> · {formatSeconds(test.execution_time)}
      </span>
    </span>
  );
  if (test.system_output === null && test.attachment_url === undefined) return <li className="px-3 py-2">{head}</li>;
  return (
    <li className="px-3 py-2">
      <details open={test.status === 'failed' || test.status === 'error'}>
        <summary className="cursor-pointer">{head}</summary>
        {test.system_output !== null && (
          <pre
            tabIndex={0}
            role="region"
            aria-label={`Output of ${test.name}`}
            className="mt-2 max-h-96 overflow-auto rounded-md bg-sunken p-2 font-mono text-code whitespace-pre-wrap"
          >
            {test.system_output}
          </pre>
        )}
        {test.attachment_url !== undefined && (
          <a href={test.attachment_url} className="mt-1 inline-block rounded-sm text-accent-fg hover:underline">
            Attachment
          </a>
        )}
      </details>
    </li>
  );
}

function Cases({ tests, suite }: { tests: TestReportTab; suite: TestSuiteItem }) {
  const path = `${tests.suitePath}?job_id=${suite.jobId}`;
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['ci', 'tests', path],
      queryFn: ({ signal }) => api.get<{ test_cases: Case[] }>(path, { signal }),
    },
    queryClient,
  );
  if (error)
    return <ErrorState title="The tests could not be loaded" text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="96px" />;
  const cases = data.test_cases.slice(0, MAX_CASES);
  if (cases.length === 0)
    return <EmptyState icon={CircleCheck} title="No tests" text="The report of this job has no tests." />;
  return (
    <>
      <ul aria-label={`Tests of ${suite.name}`} className="divide-y rounded-md border">
        {cases.map((test, index) => (
          // A report may have several tests of one name.
          // oxlint-disable-next-line react/no-array-index-key
          <TestCaseRow key={`${index} ${test.name}`} test={test} />
        ))}
      </ul>
      {data.test_cases.length > cases.length && (
        <p className="mt-2 text-fg-muted">
          The first {cases.length} of {plural(data.test_cases.length, 'test')} are listed, those that failed first.
        </p>
      )}
    </>
  );
}

/** What the jobs of a pipeline reported about tests; `?job=` opens those of one job. */
export function TestReport({ tests }: { tests: TestReportTab }) {
  const { search, hrefWith } = usePageUrl();
  const id = Number(search.get('job') ?? 0);
  const suite =
    tests.suites.find(({ jobId }) => jobId === id) ?? (tests.suites.length === 1 ? tests.suites[0] : undefined);
  const sum = (name: 'total_count' | 'failed_count' | 'error_count' | 'success_count') =>
    tests.suites.reduce((total, each) => total + each[name], 0);
  const total = sum('total_count');
  const rate = total === 0 ? 0 : (sum('success_count') / total) * 100;
  return (
    <div className="flex flex-col gap-4">
      <p>
        {plural(total, 'test')}, {formatCount(sum('failed_count'))} failed, {plural(sum('error_count'), 'error')},{' '}
        {rate.toFixed(2)}% passed
      </p>
      <Table
        label="Tests by job"
        columns={SUITE_COLUMNS((jobId) => hrefWith({ job: String(jobId) }))}
        rows={tests.suites}
        rowKey={({ jobId }) => jobId}
      />
      {suite && (
        <section aria-label={`Tests of ${suite.name}`}>
          <h2 className="mb-2 text-h3">
            Tests of{' '}
            <a href={suite.jobHref} className="rounded-sm text-accent-fg hover:underline">
              <bdi>{suite.name}</bdi>
            </a>
          </h2>
          {suite.error === null ? (
            <Cases tests={tests} suite={suite} />
          ) : (
            <Banner tone="danger">The test report could not be read. {suite.error}</Banner>
          )}
        </section>
      )}
    </div>
  );
}
