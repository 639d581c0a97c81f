import type { DiffPosition, PageDiscussion, Placement } from '@tributary/contract/discussions/page.ts';
import type { Refs } from './seen-in.ts';

/** Of a thread or a pending comment. */
export type Placed = { placement: Placement | null; original_position: DiffPosition | null };

/** What it was written on. */
function subjectOf(position: DiffPosition | null): 'line' | 'lines' | 'image' | 'file' {
  if (position?.position_type === 'file') return 'file';
  if (position?.position_type === 'image') return 'image';
  const range = position?.line_range;
  return range && range.start.line_code !== range.end.line_code ? 'lines' : 'line';
}

/** What became of its place since it was written, and how sure that is; null while there is nothing to say. */
export function placementText({ placement, original_position: position }: Placed): string | null {
  if (!placement || placement.confidence === 'exact') return null;
  const { on, confidence, since: version } = placement;
  const since = version === undefined ? 'after the comment was written' : `after version ${version}`;
  const subject = subjectOf(position);
  if (confidence === 'moved') return `The ${on === 'file' ? 'file' : subject} moved ${since}.`;
  if (confidence === 'likely') return `Approximate position: some lines changed ${since}.`;
  if (on !== 'file') return 'Outdated: this file is no longer part of the changes.';
  if (subject === 'image') return `Outdated: this image was replaced ${since}.`;
  return `Outdated: ${subject === 'lines' ? 'these lines' : 'this line'} changed ${since}.`;
}

type Thread = Pick<PageDiscussion, 'placement' | 'original_position' | 'active'>;

/** Of a thread wherever its place in the newest version is told. */
export function threadPlacementText(thread: Thread): string | null {
  return placementText(thread) ?? (thread.active ? null : 'Outdated');
}

/** Of a thread that stands on its lines in one comparison: nothing where that is not the newest, or the one it was begun in. */
export function placementTextIn(thread: Thread & Pick<PageDiscussion, 'position'>, refs: Refs): string | null {
  const { active, position, original_position: begun } = thread;
  const isBegunHere = begun?.head_sha === refs.head_sha && begun.base_sha === refs.base_sha;
  return active && position?.head_sha === refs.head_sha && !isBegunHere ? placementText(thread) : null;
}

/** Of the element that says it, for the thread to name. */
export function placementTextId({ id }: Pick<PageDiscussion, 'id'>): string {
  return `place_${id}`;
}
