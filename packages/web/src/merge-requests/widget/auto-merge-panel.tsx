import type { MergeAnswer, WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { ActionButton } from './action-button.tsx';
import { isTrain, positionText, trainPath } from './merge-moment.ts';
import type { Widget } from './use-widget.ts';
import { WidgetMember } from './widget-member.tsx';
import { WidgetRow } from './widget-row.tsx';

/** Sets it once more, with one more choice; messages that were written before stay. */
async function alsoDelete({ merge_path: path, diff_head_sha: sha, auto_merge_strategy: strategy }: WidgetData) {
  const body = { sha, auto_merge_strategy: strategy, should_remove_source_branch: true };
  const { status, merge_error: error } = await api.post<MergeAnswer>(path ?? '', { body });
  if (error !== undefined) throw new Error(`${status}: ${error}`);
}

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
        <>
          {data.can_remove_source_branch_by_auto_merge && !isInTrain && (
            <ActionButton run={() => widget.act(() => alsoDelete(data))}>Delete source branch</ActionButton>
          )}
          {path !== null && (
            <ActionButton run={() => widget.act(() => api.post(path, { body: {} }))}>
              {isInTrain ? 'Remove from merge train' : 'Cancel auto-merge'}
            </ActionButton>
          )}
        </>
      }
    >
      {isInTrain ? (
        <>
          <strong className="font-semibold">Added to the merge train by {person}</strong>{' '}
          <span className="text-fg-muted">{positionText(data)}</span>{' '}
          <a href={trainPath(data)} className="text-accent-fg underline">
            View merge train
          </a>
        </>
      ) : (
        <>
          <strong className="font-semibold">Set by {person}</strong>{' '}
          {isLater ? trainText(data.merge_trains_count) : ALONE}
          <span className="block text-fg-muted">
            {data.auto_merge_removes_source_branch
              ? 'The source branch will be deleted.'
              : 'The source branch will not be deleted.'}
          </span>
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
