import { type Placed, type Refs, seenIn } from './seen-in.ts';

/**
 * The number on the newer side of the line that it is about, where the comparison ends at the commit of that side; of one
 * that was removed in just this comparison the number on the older side, below 0: without white space it may be hidden.
 */
export function lineIn(discussion: Placed, refs: Refs): number | undefined {
  const { position, original_position: original } = discussion;
  const line = [position, original].find((each) => each?.head_sha === refs.head_sha)?.new_line;
  const removed = seenIn(discussion, refs)?.position.old_line;
  return line ?? (removed ? -removed : undefined);
}
