import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';

/**
 * All who are to be there; or who besides and who not any more, whoever else is there by then. Whoever only adds or takes off
 * says that, as a list that was read before would undo what others do meanwhile.
 */
export type UsersInput = number[] | { add: number[]; remove: number[] };

/** A list of all counts more than who is added and who taken off. */
export function usersInputOf(
  all: number[] | undefined,
  add: number[] | undefined,
  remove: number[] | undefined,
): UsersInput | undefined {
  return all ?? (add || remove ? { add: add ?? [], remove: remove ?? [] } : undefined);
}

/** Who is to be there of those who are there now, and besides. */
export function applyUsersInput(wish: UsersInput, before: readonly number[]): number[] {
  return Array.isArray(wish) ? wish : [...before, ...wish.add].filter((id) => !wish.remove.includes(id));
}

/** Whoever may edit may take themselves on or off. */
export function concernsOnlySelf({ actor }: Context, wish: UsersInput, before: readonly number[]): boolean {
  const self = actorId(actor);
  const others = (ids: readonly number[]) => [...new Set(ids)].filter((id) => id !== self).toSorted((a, b) => a - b);
  return self !== undefined && others(before).join() === others(applyUsersInput(wish, before)).join();
}
