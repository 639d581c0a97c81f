import type { Extensions } from '../platform/extensions.ts';
import { NO_PROJECTS_LIMIT } from '@tributary/contract/accounts/limits.ts';
import { AppError, type FieldErrors } from '@tributary/contract/errors/app-error.ts';
import type { UserKind, UserState } from '@tributary/contract/accounts/user-view.ts';
import { audit } from '../platform/audit.ts';
import { type Context, transact } from '../platform/context.ts';
import { describeConstraint } from '../platform/db/database-errors.ts';
import { emit } from '../platform/events.ts';
import { hashPassword } from './password-hashing.ts';
import { passwordProblem } from './rules/passwords.ts';
import { joinProblems, userFieldProblems } from './rules/user-fields.ts';
import { getSettings } from './settings.ts';
import { ownerOfConfirmedEmail } from './store/user-emails.ts';
import { findUserByEmail, findUserByName, insertUser, type UserRow } from './store/users.ts';
import { isNameTakenElsewhere, runCreatedHooks, runEmailConfirmedHooks } from './user-hooks.ts';

export type NewUserInput = {
  username: string;
  name: string;
  email: string;
  /** Null makes an account that cannot sign in by password until one is set by mail. */
  password: string | null;
  isAdmin?: boolean;
  isExternal?: boolean;
  kind?: UserKind;
  projectsLimit?: number | null;
  canCreateGroup?: boolean;
  isPrivate?: boolean;
  adminNote?: string;
  state?: UserState;
  /** The address is known to belong to the user. */
  isConfirmed?: boolean;
  profile?: Partial<
    Record<'bio' | 'location' | 'job_title' | 'organization' | 'pronouns' | 'website_url' | 'public_email', string>
  >;
};

const TAKEN = 'has already been taken';

export async function takenProblems(
  ctx: Context,
  wanted: { username?: string | undefined; email?: string | undefined },
  ownId?: number,
): Promise<FieldErrors> {
  const problems: FieldErrors = {};
  if (wanted.username !== undefined) {
    const other = await findUserByName(ctx.db, wanted.username);
    const isOwn = other !== undefined && other.id === ownId;
    if (!isOwn && (other !== undefined || (await isNameTakenElsewhere(ctx, wanted.username)))) {
      problems['username'] = [TAKEN];
    }
  }
  if (wanted.email !== undefined) {
    const other = await findUserByEmail(ctx.db, wanted.email);
    const ownerId = other?.id ?? (await ownerOfConfirmedEmail(ctx.db, wanted.email));
    if (ownerId !== undefined && ownerId !== ownId) problems['email'] = [TAKEN];
  }
  return problems;
}

function inputProblems(input: NewUserInput): FieldErrors {
  const problem = input.password === null ? null : passwordProblem(input.password, input);
  return joinProblems(
    userFieldProblems({ ...input.profile, username: input.username, name: input.name, email: input.email }),
    problem === null ? {} : { password: [problem] },
  );
}

/**
 * Makes an account, with what other slices add to it (the personal namespace), in one transaction. Rights are the
 * caller's to check. Throws validation_failed with messages by field.
 */
export async function addUser(ctx: Context, input: NewUserInput): Promise<UserRow> {
  const problems = inputProblems(input);
  const taken = await takenProblems(ctx, {
    username: problems['username'] ? undefined : input.username,
    email: problems['email'] ? undefined : input.email,
  });
  const all = joinProblems(problems, taken);
  if (Object.keys(all).length > 0) throw new AppError('validation_failed', {}, { fields: all });
  // Hashing takes its time; no transaction waits for it.
  const passwordHash = input.password === null ? null : await hashPassword(input.password);
  const projectsLimit = input.projectsLimit === undefined ? await usualProjectsLimit(ctx) : input.projectsLimit;
  return transact(ctx, async (inner) => {
    const user = await insertUser(inner.db, {
      ...input.profile,
      username: input.username,
      name: input.name.trim(),
      email: input.email,
      unconfirmed_email: null,
      password_hash: passwordHash,
      confirmed_at: input.isConfirmed === true ? inner.clock.now() : null,
      is_admin: input.isAdmin ?? false,
      is_external: input.isExternal ?? false,
      kind: input.kind ?? 'human',
      projects_limit: projectsLimit,
      can_create_group: input.canCreateGroup ?? true,
      private_profile: input.isPrivate ?? false,
      admin_note: input.adminNote ?? '',
      state: input.state ?? 'active',
      created_at: inner.clock.now(),
      updated_at: inner.clock.now(),
    });
    await runCreatedHooks(inner, user);
    await emit(inner, 'user.created', { userId: user.id });
    if (user.confirmed_at !== null) await runEmailConfirmedHooks(inner, user.id, user.email);
    await audit(inner, 'user.created', { type: 'user', id: user.id }, { username: user.username, state: user.state });
    if (user.is_admin) await audit(inner, 'user.admin_granted', { type: 'user', id: user.id }, {});
    return user;
  });
}

async function usualProjectsLimit(ctx: Context): Promise<number | null> {
  const { default_projects_limit: limit } = await getSettings(ctx);
  return limit === NO_PROJECTS_LIMIT ? null : limit;
}

export const accountsNewUser: Extensions = [
  describeConstraint('users_username_key', { code: 'validation_failed', field: 'username', message: TAKEN }),
  describeConstraint('users_email_key', { code: 'validation_failed', field: 'email', message: TAKEN }),
];
