import { rootNameProblem } from '@tributary/contract/accounts/reserved-names.ts';
import {
  type preferencesInput,
  readPreferences,
  type UserPreferences,
  withDismissedCallout,
} from '@tributary/contract/accounts/preferences.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { z } from 'zod';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { takenProblems } from '../new-user.ts';
import { joinProblems, userFieldProblems } from '../rules/user-fields.ts';
import { lockSelf } from '../self.ts';
import { updateUserRow, type UserRow } from '../store/users.ts';
import { runRenamedHooks } from '../user-hooks.ts';

export type ProfileChange = Partial<
  Record<
    'name' | 'bio' | 'location' | 'job_title' | 'organization' | 'pronouns' | 'website_url' | 'public_email',
    string
  >
> & { private_profile?: boolean };

/** Only a confirmed own address may be shown as one's own. */
export function publicEmailProblems(user: UserRow, publicEmail: string | undefined): Record<string, string[]> {
  if (!publicEmail || publicEmail === user.public_email) return {};
  const isOwn = user.confirmed_at !== null && publicEmail.toLowerCase() === user.email.toLowerCase();
  return isOwn ? {} : { public_email: ['must be your confirmed address'] };
}

export const updateProfile = defineOperation({
  name: 'account.update_profile',
  load: (ctx, _input: ProfileChange) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, user, input) => {
    const fields = joinProblems(userFieldProblems(input), publicEmailProblems(user, input.public_email));
    if (Object.keys(fields).length > 0) throw new AppError('validation_failed', {}, { fields });
    await updateUserRow(ctx.db, user.id, {
      ...input,
      ...(input.name !== undefined && { name: input.name.trim() }),
      updated_at: ctx.clock.now(),
    });
  },
});

/** Renames an account and what is named after it. The row must be held by the caller. */
export async function renameUser(ctx: Context, user: UserRow, username: string): Promise<void> {
  if (username === user.username) return;
  const problem = rootNameProblem(username);
  const isSameName = username.toLowerCase() === user.username.toLowerCase();
  const taken = problem === null && !isSameName ? await takenProblems(ctx, { username }, user.id) : {};
  const fields = joinProblems(problem === null ? {} : { username: [problem] }, taken);
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', {}, { fields });
  const renamed = await updateUserRow(ctx.db, user.id, { username, updated_at: ctx.clock.now() });
  await runRenamedHooks(ctx, renamed, user.username);
  await emit(ctx, 'user.renamed', { userId: user.id, from: user.username, to: username });
  await audit(ctx, 'user.renamed', { type: 'user', id: user.id }, { from: user.username, to: username });
}

export const changeUsername = defineOperation({
  name: 'account.change_username',
  load: (ctx, _input: { username: string }) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: (ctx, user, { username }) => renameUser(ctx, user, username),
});

export const updatePreferences = defineOperation({
  name: 'account.update_preferences',
  load: (ctx, _input: z.output<typeof preferencesInput>) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, user, input): Promise<UserPreferences> => {
    const chosen = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const stored = { ...user.preferences, ...chosen };
    await updateUserRow(ctx.db, user.id, { preferences: JSON.stringify(stored) });
    return readPreferences(stored);
  },
});

/** An explanation was read and is not to be shown again. */
export const dismissCallout = defineOperation({
  name: 'account.dismiss_callout',
  load: (ctx, _input: { name: string }) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: (ctx, user, { name }): Promise<unknown> =>
    updateUserRow(ctx.db, user.id, { preferences: JSON.stringify(withDismissedCallout(user.preferences, name)) }),
});
