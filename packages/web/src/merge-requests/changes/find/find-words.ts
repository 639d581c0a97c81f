import type { FindAnswer, FindHit } from '@tributary/contract/merge-requests/find.ts';
import { FIND_PLACES } from '@tributary/contract/merge-requests/find-places.ts';
import { plural } from '../../../lib/format.ts';

/** All matches, listed or not. */
export function totalOf({ counts }: FindAnswer): number {
  return FIND_PLACES.reduce((sum, place) => sum + counts[place], 0);
}

/** How much was found, in words that are true also when not all was looked at. */
export function foundWords(answer: FindAnswer): string {
  const total = totalOf(answer);
  if (total === 0) return answer.is_complete ? 'Nothing found' : 'Nothing found so far; time ran out';
  const least = answer.is_complete ? '' : 'At least ';
  const files = answer.files_count > 0 ? ` in ${plural(answer.files_count, 'file')}` : '';
  const threads = answer.counts.threads > 0 ? `, ${answer.counts.threads} of them in threads` : '';
  return `${least}${plural(total, 'match', 'matches')}${files}${threads}`;
}

/** Hits of one file together, in their order; those on the overview by themselves. */
export function groupHits(hits: readonly FindHit[]): { title: string; hits: { hit: FindHit; at: number }[] }[] {
  const groups = new Map<string, { title: string; hits: { hit: FindHit; at: number }[] }>();
  for (const [at, hit] of hits.entries()) {
    const title = hit.file_path ?? 'Overview';
    const group = groups.get(title) ?? { title, hits: [] };
    group.hits.push({ hit, at });
    groups.set(title, group);
  }
  return [...groups.values()];
}
