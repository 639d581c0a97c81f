import { type Actor, actorId } from '../../platform/actor.ts';

/** Whoever is signed in reports what someone else has written. */
export function mayReport(actor: Actor, authorId: number | null): boolean {
  const reader = actorId(actor);
  return reader !== undefined && authorId !== null && reader !== authorId;
}
