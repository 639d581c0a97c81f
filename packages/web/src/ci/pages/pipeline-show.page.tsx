import type { PipelinePageData, PipelineTab } from '@tributary/contract/ci/pipeline-page.ts';
import { CircleCheck, FlaskConical } from 'lucide-react';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { formatDuration } from '../format-duration.ts';
import { FailedJobs } from '../failed-jobs.tsx';
import { PipelineGraph } from '../graph/pipeline-graph.tsx';
import { JobTable } from '../job-table.tsx';
import { PipelineActions } from '../pipeline-actions.tsx';
import { CiStatusBadge } from '../pipeline-status.tsx';
import { CodeQuality } from '../tests/code-quality.tsx';
import { LicenseReport, SecurityReport } from '../tests/tool-reports.tsx';
import { TestReport } from '../tests/test-report.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

function Facts({ data }: { data: PipelinePageData }) {
  const { pipeline } = data;
  const { commit, ref, user, details, coverage, flags } = pipeline;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-muted">
      <CiStatusBadge status={details.status} isLink={false} />
      <span>
        {details.event_type_name}{' '}
        {user && (
          <>
            created by <UserLink user={user} avatar />{' '}
          </>
        )}
        for commit{' '}
        <a href={commit.commit_path} className="rounded-sm font-mono text-accent-fg hover:underline">
          {commit.short_id}
        </a>{' '}
        on{' '}
        <a href={ref.path} className="rounded-sm text-accent-fg hover:underline">
          <bdi className="wrap-anywhere">{ref.name}</bdi>
        </a>
        ,{' '}
        <Time
          value={details.finished_at ?? pipeline.created_at}
          prefix={details.finished_at === null ? 'created ' : 'finished '}
        />
      </span>
      {flags.latest && <Badge tone="success">latest</Badge>}
      {flags.external && <Badge title="Another system reports its jobs.">external</Badge>}
      {details.duration !== null && <span title="Duration">{formatDuration(details.duration)}</span>}
      {coverage !== null && <span>Test coverage {coverage}%</span>}
    </div>
  );
}

function DeleteButton({ data }: { data: PipelinePageData }) {
  const navigate = useNavigate();
  const { pipeline } = data;
  const remove = async () => {
    const question = {
      title: `Delete pipeline #${pipeline.id}?`,
      text: 'Its jobs are also deleted. This cannot be undone.',
    };
    if (!(await confirm({ ...question, action: 'Delete pipeline', danger: true }))) return;
    try {
      await api.delete(`/api/v4/projects/${data.projectId}/pipelines/${pipeline.id}`);
      await navigate(`/${data.projectPath}/-/pipelines`);
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  return (
    <Button variant="danger" onClick={() => void remove()}>
      Delete
    </Button>
  );
}

function Tab({ data }: { data: PipelinePageData }) {
  const jobs = data.stages.flatMap((stage) => stage.latest_statuses);
  if (jobs.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="This pipeline has no jobs" text="Nothing was reported or run for it." />
    );
  }
  if (data.tab === 'test_report') {
    return data.tests ? (
      <TestReport tests={data.tests} />
    ) : (
      <EmptyState
        icon={FlaskConical}
        title="There are no test reports for this pipeline"
        text="Jobs report their tests as JUnit files, named under artifacts:reports:junit."
      />
    );
  }
  if (data.tab === 'codequality_report') {
    return data.quality ? (
      <CodeQuality quality={data.quality} />
    ) : (
      <EmptyState
        icon={FlaskConical}
        title="There is no code quality report for this commit"
        text="Jobs report findings as a file that is named under artifacts:reports:codequality."
      />
    );
  }
  if (data.tab === 'security') return <SecurityReport report={data.tools.security} />;
  if (data.tab === 'licenses') return <LicenseReport report={data.tools.licenses} />;
  if (data.tab === 'builds') return <JobTable jobs={jobs} onChanged={reloadPage} />;
  if (data.tab === 'graph') return <PipelineGraph data={data} onChanged={reloadPage} />;
  const failed = jobs.filter((job) => job.state === 'failed');
  if (failed.length > 0) return <FailedJobs jobs={failed} tails={data.log_tails} onChanged={reloadPage} />;
  return <EmptyState icon={CircleCheck} title="No failed jobs" text="No job of this pipeline has failed." />;
}

/** Those that have something to show; the one that the address names in any case. */
function tabsOf({ pipeline, stages, tab, tests, quality, tools }: PipelinePageData) {
  const jobs = stages.flatMap((stage) => stage.latest_statuses);
  const failed = jobs.filter((job) => job.state === 'failed').length;
  const testCount = tests?.suites.reduce((total, suite) => total + suite.total_count, 0) ?? 0;
  const all: { key: PipelineTab; label: string; count?: number; isThere: boolean }[] = [
    { key: 'graph', label: 'Pipeline', isThere: true },
    { key: 'builds', label: 'Jobs', count: jobs.length, isThere: true },
    { key: 'failures', label: 'Failed jobs', count: failed, isThere: failed > 0 },
    { key: 'test_report', label: 'Tests', count: testCount, isThere: tests !== null },
    { key: 'codequality_report', label: 'Code quality', count: quality?.total ?? 0, isThere: quality !== null },
    { key: 'security', label: 'Security', isThere: tools.security !== null },
    { key: 'licenses', label: 'Licenses', isThere: tools.licenses !== null },
  ];
  return all
    .filter(({ key, isThere }) => isThere || key === tab)
    .map(({ key, label, count }) => ({
      key,
      label,
      href: key === 'graph' ? pipeline.path : `${pipeline.path}/${key}`,
      ...(count !== undefined && { count }),
      active: tab === key,
    }));
}

export default function PipelineShowPage() {
  const { data } = usePage<PipelinePageData>();
  const { pipeline, stages } = data;
  const jobs = stages.flatMap((stage) => stage.latest_statuses);
  usePipelineChanges(
    data.projectId,
    ({ id }) => id === pipeline.id,
    () => void reloadPage(),
  );
  const title = pipeline.name ?? pipeline.commit.title ?? `Pipeline #${pipeline.id}`;
  const tabs = tabsOf(data);
  return (
    <PageBody width="full">
      <PageHeader
        title={title}
        meta={<Facts data={data} />}
        actions={
          <>
            <PipelineActions pipeline={pipeline} onDone={reloadPage} />
            {data.can.destroy && <DeleteButton data={data} />}
          </>
        }
      />
      {pipeline.yaml_errors !== null && (
        <Banner
          tone="danger"
          action={
            data.can.update &&
            pipeline.ref.branch && (
              <Button asChild size="sm">
                <a href={`/${data.projectPath}/-/ci/editor?branch_name=${encodeURIComponent(pipeline.ref.name)}`}>
                  Open the pipeline editor
                </a>
              </Button>
            )
          }
        >
          {pipeline.yaml_errors}
        </Banner>
      )}
      <LinkTabs label={`Pipeline with ${plural(jobs.length, 'job')}`} items={tabs} />
      <div className="pt-4">
        <Tab data={data} />
      </div>
    </PageBody>
  );
}
