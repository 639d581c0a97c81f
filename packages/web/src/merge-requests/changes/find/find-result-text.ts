import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { FindAnswer, FindHit, FindOmittedReason } from '@tributary/contract/merge-requests/find.ts';
import { FIND_SCOPES } from '@tributary/contract/merge-requests/find-scopes.ts';
import { plural } from '../../../lib/format.ts';

/** All matches, listed or not. */
export function totalOf({ counts }: FindAnswer): number {
  return FIND_SCOPES.reduce((sum, place) => sum + counts[place], 0);
}

const REASONS: Record<FindOmittedReason, string> = {
  time: 'the search timed out',
  long_line: 'a line is too long to search completely',
};

/** How much was found, in words that are true also when not all was looked at. */
export function findResultText(answer: FindAnswer): string {
  const total = totalOf(answer);
  const reasons = answer.left_out.map((reason) => REASONS[reason]).join(', ');
  const why = reasons && `; ${reasons}`;
  if (total === 0) return why ? `No matches so far${why}` : 'No matches';
  const least = why ? 'At least ' : '';
  const files = answer.files_count > 0 ? ` in ${plural(answer.files_count, 'file')}` : '';
  const threads = answer.counts.threads > 0 ? `, ${answer.counts.threads} of them in threads` : '';
  return `${least}${plural(total, 'match', 'matches')}${files}${threads}${why}`;
}

/** The element of a comment that was found. */
export function anchorOf({ note_id: note, draft_id: draft }: Extract<FindHit, { place: 'threads' }>): string {
  return draft == null ? `note_${note}` : `draft_${draft}`;
}

/** Hits of one file together, in their order; those on the overview by themselves. */
export function groupHits(hits: readonly FindHit[]): { title: string; hits: { hit: FindHit; at: number }[] }[] {
  const groups = new Map<string, { title: string; hits: { hit: FindHit; at: number }[] }>();
  for (const [at, hit] of hits.entries()) {
    const title = hit.file_path === null ? 'Overview' : displayPath(hit.file_path);
    const group = groups.get(title) ?? { title, hits: [] };
    group.hits.push({ hit, at });
    groups.set(title, group);
  }
  return [...groups.values()];
}
