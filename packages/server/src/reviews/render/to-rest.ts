import type { RestDraftNote } from '@tributary/contract/merge-requests/reviews-rest.ts';
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
