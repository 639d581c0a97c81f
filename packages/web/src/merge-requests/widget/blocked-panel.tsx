import type { RebaseAnswer } from '@tributary/contract/merge-requests/widget.ts';
import type { WidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import type { ReactNode } from 'react';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { ActionButton } from './action-button.tsx';
import type { Widget } from './use-widget.ts';
import { WidgetRow } from './widget-row.tsx';

export type BlockedActions = {
  changesPath: string;
  goToFirstThread: () => void;
  /** Where reviewers who requested changes are asked to review again; empty for those who may not. */
  requestReviewPaths: readonly string[];
};

function Row({
  strong,
  rest,
  actions,
  group = 'failed',
}: {
  strong: string;
  rest?: ReactNode;
  actions?: ReactNode;
  group?: 'failed' | 'neutral';
}) {
  return (
    <WidgetRow group={group} status="Blocked" actions={actions}>
      <strong className="font-semibold">{strong}</strong>
      {rest && <span className="text-fg-muted"> {rest}</span>}
    </WidgetRow>
  );
}

function MissingBranch({ widget }: { widget: Widget }) {
  const { data } = widget;
  const type = data.source_branch_exists ? 'target' : 'source';
  const name = data.source_branch_exists ? data.target_branch : data.source_branch;
  return (
    <Row
      strong={`Merge blocked: the ${type} branch does not exist.`}
      rest={
        <>
          The {type} branch <code className="break-all">{name}</code> does not exist. Please restore it or use a
          different {type} branch.
        </>
      }
    />
  );
}

function Rebase({ widget }: { widget: Widget }) {
  const { data } = widget;
  const path = data.user_permissions.push_to_source_branch ? data.rebase_path : null;
  const rebase = () =>
    widget.act(async () => {
      const { diff_head_sha: head } = await api.post<RebaseAnswer>(path ?? '');
      // The reader's own rebase brings nothing that they have not seen.
      widget.seeHead(head);
    });
  return (
    <Row
      strong="Merge blocked: the source branch must be rebased onto the target branch."
      actions={
        path && (
          <ActionButton run={rebase} variant="primary">
            {data.rebase_in_progress ? 'Rebasing…' : 'Rebase'}
          </ActionButton>
        )
      }
    />
  );
}

/** Why this cannot be merged now, and the one act that clears it for those who may. */
export function BlockedPanel({ widget, state, acts }: { widget: Widget; state: WidgetState; acts: BlockedActions }) {
  const { data } = widget;
  const readyPath = data.remove_wip_path;
  switch (state) {
    case 'draft':
      return (
        <Row
          strong="Merge blocked: Select Mark as ready to remove it from Draft status."
          actions={
            data.user_permissions.update_merge_request &&
            readyPath && <ActionButton run={() => widget.act(() => api.post(readyPath))}>Mark as ready</ActionButton>
          }
        />
      );
    case 'unresolvedDiscussions':
      return (
        <Row
          strong="Merge blocked: all threads must be resolved."
          actions={<Button onClick={acts.goToFirstThread}>Go to first unresolved thread</Button>}
        />
      );
    case 'missingBranch':
      return <MissingBranch widget={widget} />;
    case 'rebase':
      return <Rebase widget={widget} />;
    case 'archived':
      return <Row strong="Merge unavailable: merge requests are read-only on archived projects." group="neutral" />;
    case 'nothingToMerge':
      return (
        <Row
          strong="Merge request contains no changes."
          rest="Push commits to the source branch, and they will appear here."
          group="neutral"
        />
      );
    case 'shaMismatch':
      return (
        <Row
          strong="Merge blocked: new changes were just added."
          actions={
            <Button asChild>
              <a href={acts.changesPath}>Review changes</a>
            </Button>
          }
        />
      );
    default: {
      const asks = data.detailed_merge_status === 'requested_changes' ? acts.requestReviewPaths : [];
      const askAgain = () => widget.act(() => Promise.all(asks.map((path) => api.post(path, { body: {} }))));
      const actions = asks.length > 0 && <ActionButton run={askAgain}>Re-request review</ActionButton>;
      return data.merge_status_message.startsWith('Merge blocked') ? (
        <Row strong={data.merge_status_message} actions={actions} />
      ) : (
        <Row strong="Merge blocked." rest={data.merge_status_message} />
      );
    }
  }
}
