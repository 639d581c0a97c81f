import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { ActionResult } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { asSentence, refuseCommand } from './read-args.ts';

/** A name in the words of a command, and whose it is. */
export type NamedUser = { name: string; user: UserView | undefined };

/** No one's number: names that nobody has ask for the same right as those that someone has. */
const NOBODY = -1;

/** `@ada @grace me`, each once. */
export async function findNamedUsers(ctx: Context, args: string): Promise<NamedUser[]> {
  const self = ctx.actor.kind === 'user' ? ctx.actor.username : undefined;
  const names = args
    .split(/[\s,]+/)
    .map((word) => word.replace(/^@/, ''))
    .filter((word) => word !== '' && word !== 'and')
    .flatMap((word) => (word === 'me' ? (self ?? []) : word));
  const users = new Map((await listUsersByNames(ctx, names)).map((user) => [user.username.toLowerCase(), user]));
  const named = new Map(names.map((name) => [name.toLowerCase(), { name, user: users.get(name.toLowerCase()) }]));
  return [...named.values()];
}

export const idsOf = (people: readonly NamedUser[]): number[] => people.map(({ user }) => user?.id ?? NOBODY);

/** How to say who it is done with, and what nobody with the other names is, the way a reason is given. */
export type UserCommandTexts = { did: (who: string) => string; nobody: (who: string) => string };

/**
 * What a command will do with those of its names that it is for. All others are told in one way, whether someone has that
 * name or not.
 */
export function explainUserCommand(
  people: readonly NamedUser[],
  ids: readonly number[],
  words: UserCommandTexts,
): string {
  const { did, nobody } = sentencesOf(people, ids, words);
  return [did, nobody && asSentence(nobody)].filter((each) => each !== null).join(' ');
}

/** The same of what was done; refuses a command that was done with nobody. */
export function userCommandResult(
  people: readonly NamedUser[],
  ids: readonly number[],
  words: UserCommandTexts,
): ActionResult {
  const { did, nobody } = sentencesOf(people, ids, words);
  if (did === null) return refuseCommand(nobody ?? '');
  return { message: did, missed: nobody === null ? undefined : asSentence(nobody) };
}

function sentencesOf(people: readonly NamedUser[], ids: readonly number[], words: UserCommandTexts) {
  const meant = people.flatMap(({ user }) => (user && ids.includes(user.id) ? `@${user.username}` : []));
  const others = people.flatMap(({ name, user }) => (user && ids.includes(user.id) ? [] : `@${name}`));
  return {
    did: meant.length === 0 ? null : words.did(meant.join(' ')),
    nobody:
      people.length === 0 ? 'no user was specified' : others.length === 0 ? null : words.nobody(others.join(' or ')),
  };
}

/** Those who may be put on a thing, by what they can see. */
export const putOn = (noun: string, did: UserCommandTexts['did']): UserCommandTexts => ({
  did,
  nobody: (who) => `no user named ${who} can see this ${noun}`,
});
