import type { Placed, Refs } from './seen-in.ts';

/** The number on the newer side of the line that it is about, where the comparison ends at the commit of that side. */
export function newLineIn({ position, original_position: original }: Placed, refs: Refs): number | undefined {
  const place = [position, original].find((each) => each?.head_sha === refs.head_sha);
  return place?.new_line ?? undefined;
}
