import type { Context } from '../platform/context.ts';
import type { UserRow } from './store/users.ts';

/**
 * What other slices do in the same transaction as a change to a person. Registered once at module load; a hook that
 * throws undoes the whole change.
 */
type CreatedHook = (ctx: Context, user: UserRow) => Promise<void>;
type RenamedHook = (ctx: Context, user: UserRow, previousUsername: string) => Promise<void>;
/** True when the name is in use for something else at the root of addresses. */
type NameCheck = (ctx: Context, name: string) => Promise<boolean>;
/** True when the account owns something that may not vanish with it. */
type DeletionCheck = (ctx: Context, userId: number) => Promise<boolean>;

/** Before the rows of a deleted person go; counts that they are in have to be made right. */
type DeletionHook = (ctx: Context, userId: number) => Promise<void>;

/** An address is proven to be the user's, their first or a further one. */
type EmailConfirmedHook = (ctx: Context, userId: number, email: string) => Promise<void>;

const created: CreatedHook[] = [];
const emailConfirmed: EmailConfirmedHook[] = [];
const deletions: DeletionHook[] = [];
const renamed: RenamedHook[] = [];
const nameChecks: NameCheck[] = [];
const deletionChecks: DeletionCheck[] = [];

export function onUserCreated(hook: CreatedHook): void {
  created.push(hook);
}

export function onUsernameChanged(hook: RenamedHook): void {
  renamed.push(hook);
}

export function onEmailConfirmed(hook: EmailConfirmedHook): void {
  emailConfirmed.push(hook);
}

export function defineNameCheck(check: NameCheck): void {
  nameChecks.push(check);
}

export function onUserDeletion(hook: DeletionHook): void {
  deletions.push(hook);
}

export async function runDeletionHooks(ctx: Context, userId: number): Promise<void> {
  for (const hook of deletions) await hook(ctx, userId);
}

export function defineDeletionCheck(check: DeletionCheck): void {
  deletionChecks.push(check);
}

export async function runCreatedHooks(ctx: Context, user: UserRow): Promise<void> {
  for (const hook of created) await hook(ctx, user);
}

export async function runEmailConfirmedHooks(ctx: Context, userId: number, email: string): Promise<void> {
  for (const hook of emailConfirmed) await hook(ctx, userId, email);
}

export async function runRenamedHooks(ctx: Context, user: UserRow, previousUsername: string): Promise<void> {
  for (const hook of renamed) await hook(ctx, user, previousUsername);
}

/** Is the name taken by something that is not a person (a group)? */
export async function isNameTakenElsewhere(ctx: Context, name: string): Promise<boolean> {
  for (const check of nameChecks) if (await check(ctx, name)) return true;
  return false;
}

export async function ownsSomething(ctx: Context, userId: number): Promise<boolean> {
  for (const check of deletionChecks) if (await check(ctx, userId)) return true;
  return false;
}
