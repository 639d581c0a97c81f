import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useState } from 'react';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import type { PickKind } from '../../repositories/commands.ts';
import { PickDialog } from '../../repositories/dialogs.tsx';
import type { Pickable } from '../../repositories/commits/pick-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ActionButton } from './action-button.tsx';
import { NamedIssues } from './named-issues.tsx';
import { pollUntil } from './poll-until.ts';
import type { Widget } from './use-widget.ts';
import { WidgetMember } from './widget-member.tsx';
import { WidgetRow } from './widget-row.tsx';

function branchSentence(data: WidgetData): string {
  if (data.source_branch_being_removed) return 'The source branch is being deleted.';
  return data.source_branch_exists ? 'Did not delete the source branch.' : 'Deleted the source branch.';
}

/** The one commit that brought all of it; see `canPickMerged` of the server. */
function pickable(data: WidgetData): Pickable | null {
  const sha = data.merge_commit_sha ?? data.squash_commit_sha ?? data.merged_commit_sha ?? data.diff_head_sha;
  if (sha === null) return null;
  return {
    projectId: data.target_project_id,
    projectPath: data.target_project_full_path,
    defaultBranch: data.target_branch,
    commit: { sha, shortSha: sha.slice(0, 8) },
  };
}

/** Who may not write here does it in a fork of their own, which is made first. */
function ForkLink({ path, children }: { path: string | null; children: string }) {
  if (path === null) return null;
  return (
    <Button asChild>
      <a href={path} title={`${children} in a fork`}>
        {children}
      </a>
    </Button>
  );
}

function PickActions({ data }: { data: WidgetData }) {
  const [kind, setKind] = useState<PickKind | null>(null);
  const picked = pickable(data);
  const { can_revert_on_current_merge_request: canRevert, can_cherry_pick_on_current_merge_request: canPick } =
    data.current_user;
  if (!picked) return null;
  return (
    <>
      {canRevert ? (
        <Button onClick={() => setKind('revert')}>Revert</Button>
      ) : (
        <ForkLink path={data.current_user.revert_in_fork_path}>Revert</ForkLink>
      )}
      {canPick ? (
        <Button onClick={() => setKind('cherry_pick')}>Cherry-pick</Button>
      ) : (
        <ForkLink path={data.current_user.cherry_pick_in_fork_path}>Cherry-pick</ForkLink>
      )}
      {kind && <PickDialog kind={kind} data={picked} onClose={() => setKind(null)} />}
    </>
  );
}

/** Asked to go, it is waited for: git may take a moment. */
async function deleteSource({ data }: Widget): Promise<void> {
  await api.delete(data.remove_source_branch_path ?? '');
  await pollUntil(data.merge_request_basic_path, ({ source_branch_exists: exists }) => !exists);
}

/** Details begin folded. */
export const NARROW = '(max-width: 767px)';

function MergeDetails({ widget }: { widget: Widget }) {
  const { data } = widget;
  const isNarrow = useMediaQuery(NARROW);
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <Collapsible title="Merge details" open={chosen ?? !isNarrow} onOpenChange={setChosen}>
      <ul aria-label="Merge details" className="text-fg-muted">
        {data.merged_commit_sha && data.merged_commit_path && (
          <li>
            Changes merged into <code className="break-all">{data.target_branch}</code> with{' '}
            <TextLink href={data.merged_commit_path} className="font-mono">
              {data.short_merged_commit_sha}
            </TextLink>
            {data.squash_commit_sha !== null && ' (commits were squashed)'}.
          </li>
        )}
        <li>{branchSentence(data)}</li>
        <NamedIssues widget={widget} />
      </ul>
    </Collapsible>
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
              run={() => widget.act(() => deleteSource(widget))}
              failure="Something went wrong while deleting the source branch. Please try again."
            >
              Delete source branch
            </ActionButton>
          )}
        </>
      }
      details={<MergeDetails widget={widget} />}
    >
      <strong className="font-semibold">Merged by</strong> <WidgetMember user={data.metrics.merged_by} />
      {data.metrics.merged_at && <Time value={data.metrics.merged_at} className="ml-1 text-fg-muted" />}
    </WidgetRow>
  );
}
