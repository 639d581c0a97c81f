import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { PageUrl } from '../../app/navigation.tsx';
import { ALL_CHANGES } from '../queries.ts';
import { requestAll } from './since/use-since-range.ts';

/**
 * To the newest version, whole, looked at as before. Who reads a part of it stays with the file; what the address names
 * and is not there is gone to in all changes.
 */
export function showAllChanges(
  mergeRequest: MergeRequestShowPageData | null,
  renameSearch: PageUrl['renameSearch'],
  { isReading = false } = {},
): void {
  if (mergeRequest) requestAll(mergeRequest);
  const all = { ...ALL_CHANGES, commit_id: null };
  if (isReading) renameSearch(all);
  else renameSearch({ ...all, file: null }, { keepHash: true });
}
