import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { starterOf } from '../model/starter-of.ts';

/** A thread on an image where its first note says that it is: news of a point that was moved are news of that note. */
export function atMovedPoint(discussion: PageDiscussion): PageDiscussion {
  const now = starterOf(discussion)?.position;
  if (now?.position_type !== 'image' || discussion.position?.position_type !== 'image') return discussion;
  return { ...discussion, position: now };
}
