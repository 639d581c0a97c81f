import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { ActionButton } from './action-button.tsx';
import { isTrain, positionText } from './merge-moment.ts';
import type { Widget } from './use-widget.ts';
import { WidgetMember } from './widget-member.tsx';
import { WidgetRow } from './widget-row.tsx';

/** It merges by itself as soon as it may, and whoever may stops that here. */
export function AutoMergePanel({ widget }: { widget: Widget }) {
  const { data } = widget;
  const { auto_merge_strategy: strategy, cancel_auto_merge_path: path } = data;
  const person = <WidgetMember user={data.merge_user} />;
  const isInTrain = strategy === 'merge_train';
  const isLater = isTrain(strategy);
  return (
    <WidgetRow
      group="scheduled"
      status="Auto-merge set"
      actions={
        path !== null && (
          <ActionButton run={() => widget.act(() => api.post(path, { body: {} }))}>
            {isInTrain ? 'Remove from merge train' : 'Cancel auto-merge'}
          </ActionButton>
        )
      }
    >
      {isInTrain ? (
        <>
          <strong className="font-semibold">Added to the merge train by {person}</strong>{' '}
          <span className="text-fg-muted">{positionText(data)}</span>{' '}
          <a
            href={`/${data.target_project_full_path}/-/merge_trains?target_branch=${encodeURIComponent(data.target_branch)}`}
            className="text-accent-fg underline"
          >
            View merge train
          </a>
        </>
      ) : (
        <>
          <strong className="font-semibold">Set by {person}</strong>{' '}
          {isLater ? trainText(data.merge_trains_count) : ALONE}
        </>
      )}
    </WidgetRow>
  );
}

const ALONE = 'to be merged automatically when the pipeline succeeds';
const trainText = (count: number) =>
  count === 0
    ? 'to start a merge train when the pipeline succeeds'
    : 'to be added to the merge train when the pipeline succeeds';

/** It was tried and refused for a reason that waiting does not change. */
export function AutoMergeFailedPanel({ widget }: { widget: Widget }) {
  const { auto_merge_failed_reason: reason, cancel_auto_merge_path: path } = widget.data;
  return (
    <WidgetRow
      group="failed"
      status="Failed"
      actions={
        <>
          {path !== null && (
            <ActionButton run={() => widget.act(() => api.post(path, { body: {} }))}>Cancel auto-merge</ActionButton>
          )}
          <Button onClick={() => void widget.refresh()}>Refresh</Button>
        </>
      }
    >
      <strong className="font-semibold">This merge request failed to be merged automatically</strong>{' '}
      <span className="text-fg-muted">{reason}</span>
    </WidgetRow>
  );
}
