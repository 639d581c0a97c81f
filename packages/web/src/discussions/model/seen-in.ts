import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';

/** The two commits that a comparison is between. */
export type Refs = { base_sha: string; head_sha: string };

/** What stands on a place of changes: a thread, or a comment that is pending. */
export type Placed = Pick<
  PageDiscussion,
  'active' | 'line_code' | 'line_codes' | 'position' | 'original_position' | 'placement'
> &
  Partial<Pick<PageDiscussion, 'diff_discussion' | 'resolvable' | 'resolved' | 'truncated_diff_lines'>> & {
    diff_file: Pick<NonNullable<PageDiscussion['diff_file']>, 'file_hash' | 'seen_hashes'> | null;
  };

/** Where it stands or stood, with the code of its line, and the hash of its file there, as far as it can be told. */
type Place = { position: DiffPosition; code: string | null; fileHash: string | undefined };

/** Where it was last seen and where it was begun. */
export function locationsOf(discussion: Placed): Place[] {
  const {
    position: last,
    original_position: original,
    line_code: code,
    line_codes: codes,
    diff_file: file,
  } = discussion;
  const placeAt = (position: DiffPosition | null, code: string | null, hash: string | undefined): Place[] => {
    if (!position) return [];
    // The code of a line begins with the hash of its file.
    if (position.position_type === 'text') return [{ position, code, fileHash: code?.split('_', 1)[0] }];
    return [{ position, code: null, fileHash: hash }];
  };
  const { last: lastHash, original: firstHash } = file?.seen_hashes ?? {};
  return [...placeAt(last, code, lastHash), ...placeAt(original, codes.at(-1) ?? null, firstHash)];
}

/** Its place in just this comparison, whatever became of it since; undefined where it never stood in it. */
export function seenIn(discussion: Placed, refs: Refs): Place | undefined {
  return locationsOf(discussion).find(
    ({ position }) => position.head_sha === refs.head_sha && position.base_sha === refs.base_sha,
  );
}
