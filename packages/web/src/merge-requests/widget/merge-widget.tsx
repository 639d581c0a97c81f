import type { WidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import { Suspense } from 'react';
import PipelineSection from '../../ci/pipeline-section.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { AutoMergeFailedPanel, AutoMergePanel } from './auto-merge-panel.tsx';
import { type BlockedActions, BlockedPanel } from './blocked-panel.tsx';
import { ChecksList } from './checks-list.tsx';
import { ClosedPanel } from './closed-panel.tsx';
import { ConflictsPanel } from './conflicts-panel.tsx';
import { DependenciesSection } from './dependencies-section.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { MergeLocallyButton } from './merge-locally-button.tsx';
import { MergedPanel, NARROW } from './merged-panel.tsx';
import { BehindNotice } from './behind-notice.tsx';
import { MergingPanel } from './merging-panel.tsx';
import { MissingBranchPanel } from './missing-branch-panel.tsx';
import { NamedIssues } from './named-issues.tsx';
import { AutoMergeChoice, type MessageScope, ReadyPanel } from './ready-panel.tsx';
import { ReportLine } from './reports/report-line.tsx';
import { RebasePanel } from './rebase-panel.tsx';
import { StackSection } from './stack-section.tsx';
import { StatusChecksSection } from './status-checks-section.tsx';
import type { Widget } from './use-widget.ts';
import { WidgetBanners } from './widget-banners.tsx';
import { WidgetRow } from './widget-row.tsx';

const DeploymentsSection = lazyPart(() => import('./deployments-section.tsx'));
const MergeNotifications = lazyPart(() => import('./merge-notifications.tsx'));
const ReportsSection = lazyPart(() => import('./reports-section.tsx'));

export type MergeWidgetProps = { widget: Widget; canReopen: boolean; acts: BlockedActions; place: MessageScope };

function Checking() {
  return (
    <WidgetRow group="running" status="Checking">
      Checking if merge request can be merged…
    </WidgetRow>
  );
}

function Panel({ widget, canReopen, acts, place }: MergeWidgetProps) {
  const { state, data, flow } = widget;
  if (flow.state === 'failed') return <FailedPanel flow={flow} onRefresh={widget.dismissFailure} />;
  if (data.state === 'opened' && data.auto_merge_failed_reason !== null)
    return <AutoMergeFailedPanel widget={widget} />;
  switch (state) {
    case 'merging':
      return <MergingPanel targetBranch={data.target_branch} />;
    case 'merged':
      return <MergedPanel widget={widget} />;
    case 'closed':
      return <ClosedPanel widget={widget} canReopen={canReopen} />;
    case 'checking':
    case 'none':
      return <Checking />;
    case 'conflicts':
      return <ConflictsPanel data={data} />;
    case 'rebase':
      return <RebasePanel widget={widget} />;
    case 'missingBranch':
      return <MissingBranchPanel data={data} />;
    case 'autoMergeEnabled':
      return <AutoMergePanel widget={widget} />;
    case 'readyToMerge':
      return <ReadyPanel widget={widget} place={place} />;
    default:
      return <BlockedPanel widget={widget} state={state} acts={acts} />;
  }
}

/** Stand for the rows until their file is there, as high as they will be: what is below does not move. */
function ReportPlaceholders({ count }: { count: number }) {
  return (
    <div className="border-t first:border-t-0" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <ReportLine key={index} />
      ))}
    </div>
  );
}

function PipelineRow({ widget: { data, refreshPipeline } }: { widget: Widget }) {
  const pipeline = data.state === 'merged' ? (data.merge_pipeline ?? data.pipeline) : data.pipeline;
  const isExpected =
    data.is_awaiting_pipeline || data.is_pipeline_missing || data.merge_request_add_ci_config_path !== null;
  if (!pipeline && (data.state !== 'opened' || !isExpected)) return null;
  return (
    <PipelineSection
      pipeline={pipeline}
      widget={data}
      coverageDelta={pipeline === data.pipeline ? data.pipeline_coverage_delta : null}
      projectId={data.target_project_id}
      onChanged={refreshPipeline}
    />
  );
}

/** What else is true of an open request: issues, and how far its branch is behind where the panel does not say it. */
function OpenDetails({ widget }: { widget: Widget }) {
  const { data, state } = widget;
  const { closing, mentioned_but_not_closing: mentioned } = data.issues_links;
  const isBehind = state !== 'readyToMerge' && data.diverged_commits_count > 0;
  const isFolded = useMediaQuery(NARROW) && state !== 'readyToMerge';
  if (closing.length + mentioned.length === 0 && !isBehind) return null;
  const details = (
    <ul aria-label="Merge details" className="flex flex-col gap-0.5 pl-7 text-fg-muted">
      {isBehind && (
        <li>
          <BehindNotice widget={widget} />
        </li>
      )}
      <NamedIssues widget={widget} />
    </ul>
  );
  return (
    <div className="border-t px-4 py-2">
      {isFolded ? <Collapsible title="Merge details">{details}</Collapsible> : details}
    </div>
  );
}

/** Waits that auto-merge can outlast. */
const LATER: ReadonlySet<WidgetState> = new Set([
  'mergeChecksFailed',
  'pipelineFailed',
  'draft',
  'unresolvedDiscussions',
]);

/** Below what is in the way: that it merges by itself once that is gone, or the offer to do so. */
function Later({ widget, place }: Pick<MergeWidgetProps, 'widget' | 'place'>) {
  const { data, state, flow } = widget;
  if (!LATER.has(state) || flow.state === 'failed' || data.auto_merge_failed_reason !== null) return null;
  if (data.auto_merge_enabled) return <AutoMergePanel widget={widget} />;
  const isOffered = data.user_permissions.can_merge && data.available_auto_merge_strategies.length > 0;
  return isOffered && <AutoMergeChoice widget={widget} place={place} />;
}

/** There is something that can be checked out and merged in a clone. */
function canBeFetched({ data }: Widget): boolean {
  return data.source_branch_exists && data.target_branch_exists && data.commits_count > 0 && !data.archived;
}

/** Rows that say whether this can be merged, why not, and what to do; the page puts them on a card. */
export function MergeWidget(props: MergeWidgetProps) {
  const { widget, acts } = props;
  const isOpen = widget.data.state === 'opened' && widget.state !== 'merging';
  return (
    <section aria-label="Merge" aria-live="polite">
      <WidgetBanners widget={widget} />
      <PipelineRow widget={widget} />
      {widget.data.ci_environments_status_path && (
        <Suspense>
          <DeploymentsSection data={widget.data} />
        </Suspense>
      )}
      {widget.data.stack !== null && <StackSection widget={widget} stack={widget.data.stack} />}
      {widget.data.status_checks_path !== null && <StatusChecksSection data={widget.data} />}
      {widget.data.enabled_reports.length > 0 && (
        <Suspense fallback={<ReportPlaceholders count={widget.data.enabled_reports.length} />}>
          <ReportsSection data={widget.data} />
        </Suspense>
      )}
      {widget.data.state !== 'merged' && widget.data.blocking_merge_requests.total_count > 0 && (
        <DependenciesSection data={widget.data} />
      )}
      <div data-merge-state className="border-t first:border-t-0">
        <Panel {...props} />
      </div>
      <Later widget={widget} place={props.place} />
      {isOpen && <OpenDetails widget={widget} />}
      {isOpen && (
        <ChecksList
          widget={widget}
          acts={acts}
          trailing={canBeFetched(widget) && <MergeLocallyButton data={widget.data} />}
        />
      )}
      {isOpen && (
        <Suspense>
          <MergeNotifications data={widget.data} />
        </Suspense>
      )}
    </section>
  );
}
