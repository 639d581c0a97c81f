import { Suspense } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type BlockedActions, BlockedPanel } from './blocked-panel.tsx';
import { ConflictsPanel } from './conflicts-panel.tsx';
import { ClosedPanel, MergedPanel } from './merged-panel.tsx';
import { ReadyPanel } from './ready-panel.tsx';
import type { Widget } from './use-widget.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WidgetRow } from './widget-row.tsx';

const PipelineSection = lazyPart(() => import('../../ci/pipeline-section.tsx'));

export type MergeWidgetProps = { widget: Widget; canReopen: boolean; acts: BlockedActions };

function FailedPanel({ widget }: { widget: Widget }) {
  if (widget.flow.state !== 'failed') return null;
  return (
    <WidgetRow group="failed" status="Failed" actions={<Button onClick={widget.dismissFailure}>Refresh now</Button>}>
      <strong className="font-semibold">{widget.flow.error}</strong>{' '}
      <span className="text-fg-muted">Refreshing in {widget.flow.secondsLeft} seconds to show the updated status…</span>
    </WidgetRow>
  );
}

function Panel({ widget, canReopen, acts }: MergeWidgetProps) {
  const { state } = widget;
  if (widget.flow.state === 'failed') return <FailedPanel widget={widget} />;
  if (state === 'merging') {
    return (
      <WidgetRow group="running" status="Merging">
        <strong className="font-semibold">Merging!</strong>{' '}
        <span className="text-fg-muted">The changes are being merged into {widget.data.target_branch}.</span>
      </WidgetRow>
    );
  }
  if (state === 'merged') return <MergedPanel widget={widget} />;
  if (state === 'closed') return <ClosedPanel widget={widget} canReopen={canReopen} />;
  if (state === 'checking' || state === 'none') {
    return (
      <WidgetRow group="running" status="Checking">
        Checking if merge request can be merged…
      </WidgetRow>
    );
  }
  if (state === 'conflicts') return <ConflictsPanel data={widget.data} />;
  if (state === 'readyToMerge') return <ReadyPanel widget={widget} />;
  return <BlockedPanel widget={widget} state={state} acts={acts} />;
}

/** Stands for the row until its file is there: what is below does not move much. */
const Placeholder = () => <div className="h-16" />;

function PipelineRow({ widget: { data, refresh } }: { widget: Widget }) {
  const pipeline = data.state === 'merged' ? (data.merge_pipeline ?? data.pipeline) : data.pipeline;
  if (!pipeline) return null;
  return (
    <Suspense fallback={<Placeholder />}>
      <PipelineSection
        pipeline={pipeline}
        coverageDelta={data.pipeline_coverage_delta}
        projectId={data.target_project_id}
        onChanged={refresh}
      />
    </Suspense>
  );
}

/** One card that says whether this can be merged, why not, and what to do. */
export function MergeWidget(props: MergeWidgetProps) {
  const { data, isStale, flow } = props.widget;
  return (
    <section aria-label="Merge" aria-live="polite" className="rounded-md border bg-surface">
      {isStale && <Banner tone="warning">Unable to load the merge request widget. Try reloading the page.</Banner>}
      {data.merge_error && flow.state !== 'failed' && data.state === 'opened' && (
        <Banner tone="danger">{data.merge_error.replace(/\.$/, '')}. Try again.</Banner>
      )}
      {data.allow_collaboration && data.state === 'opened' && (
        <p className="border-b px-4 py-2 text-sm text-fg-muted">Members who can merge are allowed to add commits.</p>
      )}
      <PipelineRow widget={props.widget} />
      <Panel {...props} />
    </section>
  );
}
