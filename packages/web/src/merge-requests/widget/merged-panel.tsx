import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useState } from 'react';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import type { PickKind } from '../../projects/repository/commands.ts';
import { PickDialog } from '../../projects/repository/dialogs.tsx';
import type { Pickable } from '../../projects/repository/pick-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionButton } from './action-button.tsx';
import type { Widget } from './use-widget.ts';
import { WidgetRow } from './widget-row.tsx';
import { TextLink } from '../../ui/text-link.tsx';

function Person({ user }: { user: WidgetData['metrics']['merged_by'] }) {
  if (!user) return <>a deleted user</>;
  return (
    <a href={`/${user.username}`} className="font-medium hover:underline">
      <bdi>{user.name}</bdi>
    </a>
  );
}

function branchSentence(data: WidgetData): string {
  if (data.source_branch_being_removed) return 'The source branch is being deleted.';
  return data.source_branch_exists ? 'Did not delete the source branch.' : 'Deleted the source branch.';
}

/** The one commit that brought all of it; see `canPickMerged` of the server. */
function pickable(data: WidgetData): Pickable | null {
  const sha = data.merge_commit_sha ?? data.squash_commit_sha ?? data.diff_head_sha;
  if (sha === null) return null;
  return {
    projectId: data.target_project_id,
    projectPath: data.target_project_full_path,
    defaultBranch: data.target_branch,
    commit: { sha, shortSha: sha.slice(0, 8) },
  };
}

function PickActions({ data }: { data: WidgetData }) {
  const [kind, setKind] = useState<PickKind | null>(null);
  const picked = pickable(data);
  const { can_revert_on_current_merge_request: canRevert, can_cherry_pick_on_current_merge_request: canPick } =
    data.current_user;
  if (!picked) return null;
  return (
    <>
      {canRevert && <Button onClick={() => setKind('revert')}>Revert</Button>}
      {canPick && <Button onClick={() => setKind('cherry_pick')}>Cherry-pick</Button>}
      {kind && <PickDialog kind={kind} data={picked} onClose={() => setKind(null)} />}
    </>
  );
}

export function MergedPanel({ widget }: { widget: Widget }) {
  const { data } = widget;
  const canDelete =
    data.source_branch_exists && data.current_user.can_remove_source_branch && data.remove_source_branch_path !== null;
  return (
    <WidgetRow
      group="success"
      status="Merged"
      actions={
        <>
          <PickActions data={data} />
          {canDelete && (
            <ActionButton
              run={() => widget.act(() => api.delete(data.remove_source_branch_path ?? ''))}
              failure="Something went wrong while deleting the source branch. Please try again."
            >
              Delete source branch
            </ActionButton>
          )}
        </>
      }
      details={
        <ul aria-label="Merge details" className="text-fg-muted">
          {data.merged_commit_sha && data.merged_commit_path && (
            <li>
              Changes merged into <code>{data.target_branch}</code> with{' '}
              <TextLink href={data.merged_commit_path} className="font-mono">
                {data.short_merged_commit_sha}
              </TextLink>
              .
            </li>
          )}
          <li>{branchSentence(data)}</li>
        </ul>
      }
    >
      <strong className="font-semibold">Merged by</strong> <Person user={data.metrics.merged_by} />
      {data.metrics.merged_at && <Time value={data.metrics.merged_at} className="ml-1 text-fg-muted" />}
    </WidgetRow>
  );
}

export function ClosedPanel({ widget, canReopen }: { widget: Widget; canReopen: boolean }) {
  const { data } = widget;
  return (
    <WidgetRow
      group="neutral"
      status="Closed"
      actions={
        canReopen && (
          <ActionButton
            run={() => widget.act(() => api.put(data.api_path, { body: { state_event: 'reopen' } }))}
            failure="An error occurred. Unable to reopen this merge request."
          >
            Reopen
          </ActionButton>
        )
      }
    >
      <strong className="font-semibold">Closed by</strong> <Person user={data.metrics.closed_by} />
      {data.metrics.closed_at && <Time value={data.metrics.closed_at} className="ml-1 text-fg-muted" />}
    </WidgetRow>
  );
}
