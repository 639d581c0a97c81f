import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../../accounts/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import type { MemberContainer } from '../member-store.ts';
import { addMember } from './add-member.ts';

export type AddMembersInput = {
  place: MemberContainer;
  userIds: number[];
  usernames: string[];
  level: number;
  expiresAt?: string | null | undefined;
};

/** `failures` is by username or number; null when all were added. */
export type AddMembersOutcome =
  | { kind: 'one'; userId: number }
  | { kind: 'many'; failures: Record<string, string> | null };

/** Gives several users the same role. One alone fails as addMember does; of several, each is added that can be. */
export async function addMembers(ctx: Context, input: AddMembersInput): Promise<AddMembersOutcome> {
  const named = await listUsersByNames(ctx, input.usernames);
  const ids = [...new Set([...input.userIds, ...named.map((user) => user.id)])];
  const unknown = input.usernames.filter(
    (name) => !named.some((user) => user.username.toLowerCase() === name.toLowerCase()),
  );
  if (ids.length + unknown.length === 0) throw new AppError('missing_parameter', { names: 'user_id, username' });
  const rest = { place: input.place, level: input.level, expiresAt: input.expiresAt };
  const [only] = ids;
  if (ids.length + unknown.length === 1) {
    if (only === undefined) throw new AppError('not_found', { resource: 'User' });
    await addMember(ctx, { ...rest, userId: only });
    return { kind: 'one', userId: only };
  }
  const failures: Record<string, string> = Object.fromEntries(unknown.map((name) => [name, 'Not found']));
  for (const userId of ids) {
    const failure = await failureOf(ctx, () => transact(ctx, (inner) => addMember(inner, { ...rest, userId })));
    const name = named.find((user) => user.id === userId)?.username ?? String(userId);
    if (failure !== null) failures[name] = failure;
  }
  return { kind: 'many', failures: Object.keys(failures).length === 0 ? null : failures };
}

/** Why one of several was not added; null when it was. */
export async function failureOf(ctx: Context, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.debug({ code: error.code }, 'a member was not added');
    return Object.values(error.fields ?? {}).flat()[0] ?? error.message;
  }
}
