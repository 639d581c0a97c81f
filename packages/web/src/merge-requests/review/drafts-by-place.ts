import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';

/** It was written on a diff, and its file is no part of the newest one any more. */
export function isUnplaced({ file_hash: hash, discussion_id: answered, placement }: PageDraft): boolean {
  return hash !== null && answered === null && placement?.on === 'overview';
}

/** Pending comments on a diff: by line code where they stand on lines, by the hash of the file otherwise. */
export function draftsByPlace(drafts: readonly PageDraft[]): ReadonlyMap<string, PageDraft[]> {
  const places = new Map<string, PageDraft[]>();
  for (const draft of drafts) {
    if (draft.file_hash === null || draft.discussion_id !== null || isUnplaced(draft)) continue;
    const isOnLine = draft.active && draft.line_code !== null && draft.position?.position_type === 'text';
    const place = isOnLine ? (draft.line_code ?? '') : draft.file_hash;
    places.set(place, [...(places.get(place) ?? []), draft]);
  }
  return places;
}

/** Those that stand on no line and no file, and answer nothing. */
export function overviewDrafts(drafts: readonly PageDraft[]): PageDraft[] {
  return drafts.filter((draft) => (draft.discussion_id === null && draft.file_hash === null) || isUnplaced(draft));
}
