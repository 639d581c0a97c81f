import { type Commit, parseTrailers } from '@tributary/git';

export type CommitFacts = Commit;

export function trailersOf(commit: CommitFacts): { key: string; value: string }[] {
  return parseTrailers(commit.message);
}
