import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';

/** Resolving needs the right on every note that can be resolved. */
export function mayResolve(discussion: PageDiscussion): boolean {
  const resolvable = discussion.notes.filter((note) => note.resolvable);
  return (
    discussion.resolvable &&
    resolvable.length > 0 &&
    resolvable.every((note) => note.current_user.can_resolve_discussion)
  );
}
