import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { isUnplaced } from '../../discussions/model/index-by-line.ts';

/** A pending comment on no line and no file, or on none of the newest version any more, that answers nothing. */
export function standsOnOverview(draft: PageDraft): boolean {
  return (draft.discussion_id === null && draft.file_hash === null) || isUnplaced(draft);
}
