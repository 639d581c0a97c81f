import { fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { findMergeRequestAccess, type MergeRequestAccess } from '../../../merge-requests/index.ts';
import { listSuggestionsByIds } from '../../store/suggestions.ts';
import { SUGGESTION_RESOURCE } from '../apply-suggestions.ts';

/** The request a suggestion is about; not_found for who may not read it. */
export async function requestOfSuggestion(ctx: Context, id: number): Promise<MergeRequestAccess> {
  const [row] = await listSuggestionsByIds(ctx.db, [id]);
  const found = row && (await findMergeRequestAccess(ctx, row.merge_request_id));
  return found ?? fail('not_found', { resource: SUGGESTION_RESOURCE });
}
