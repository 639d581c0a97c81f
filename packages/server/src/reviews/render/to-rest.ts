import type { RestApprovals, RestDraftNote } from '@tributary/contract/merge-requests/reviews-rest.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import type { ApprovalsView } from '../reads/approvals.ts';
import type { DraftView } from '../reads/draft-views.ts';

export function toRestDraft({ row, thread }: DraftView): RestDraftNote {
  return {
    id: row.id,
    author_id: row.author_id,
    merge_request_id: row.merge_request_id,
    resolve_discussion: row.resolve_discussion ?? false,
    discussion_id: row.reply_to,
    note: row.body,
    commit_id: row.commit_id ?? thread?.row.commit_id ?? null,
    line_code: row.current?.lineCode ?? row.line_code,
    position: row.current?.position ?? row.position,
  };
}

export function toRestApprovals(row: MergeRequestRow, view: ApprovalsView, instanceUrl: string): RestApprovals {
  const valid = view.approvals.filter(({ ended }) => ended === null);
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.target_project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    user_has_approved: view.isApproving,
    user_can_approve: view.canApprove && !view.isApproving,
    approved: valid.length > 0,
    approved_by: valid.map(({ user, row }) => ({
      user: renderUserBasic(user, { config: { url: instanceUrl } }),
      approved_at: row.created_at.toISOString(),
    })),
  };
}
