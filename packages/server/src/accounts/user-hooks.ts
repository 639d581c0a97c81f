import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import type { UserRow } from './store/users.ts';

/**
 * What other slices do in the same transaction as a change to a user. A hook that
 * throws undoes the whole change.
 */
type CreatedHook = (ctx: Context, user: UserRow) => Promise<void>;
type RenamedHook = (ctx: Context, user: UserRow, previousUsername: string) => Promise<void>;
/** True when the name is in use for something else at the root of addresses. */
type NameCheck = (ctx: Context, name: string) => Promise<boolean>;
/** True when the account owns something that may not vanish with it. */
type DeletionCheck = (ctx: Context, userId: number) => Promise<boolean>;

/** Before the rows of a deleted user go; counts that they are in have to be made right. */
type DeletionHook = (ctx: Context, userId: number) => Promise<void>;

/** An address is proven to be the user's, their first or a further one. */
type EmailConfirmedHook = (ctx: Context, userId: number, email: string) => Promise<void>;

/**
 * One kind of what users make. Deletion with contributions deletes it, each as the administrator who asked for it; what may
 * not be deleted, such as a comment in an archived project, is left to the ghost user.
 */
type Contributions = {
  /** The next ids of the user's above `afterId`, ascending. */
  list: (ctx: Context, userId: number, afterId: number) => Promise<number[]>;
  remove: (ctx: Context, id: number) => Promise<void>;
};

const contributions: Contributions[] = [];
const created: CreatedHook[] = [];
const emailConfirmed: EmailConfirmedHook[] = [];
const deletions: DeletionHook[] = [];
const renamed: RenamedHook[] = [];
const nameChecks: NameCheck[] = [];
const deletionChecks: DeletionCheck[] = [];

export function onUserCreated(hook: CreatedHook): Extension {
  return () => {
    created.push(hook);
  };
}

export function onUsernameChanged(hook: RenamedHook): Extension {
  return () => {
    renamed.push(hook);
  };
}

export function onEmailConfirmed(hook: EmailConfirmedHook): Extension {
  return () => {
    emailConfirmed.push(hook);
  };
}

export function defineNameCheck(check: NameCheck): Extension {
  return () => {
    nameChecks.push(check);
  };
}

export function onUserDeletion(hook: DeletionHook): Extension {
  return () => {
    deletions.push(hook);
  };
}

export async function runDeletionHooks(ctx: Context, userId: number): Promise<void> {
  for (const hook of deletions) await hook(ctx, userId);
}

/** In the order of the ladder: with a project everything in it is gone. */
export function defineContributions(each: Contributions): Extension {
  return () => {
    contributions.push(each);
  };
}

export function definedContributions(): readonly Contributions[] {
  return contributions;
}

export function defineDeletionCheck(check: DeletionCheck): Extension {
  return () => {
    deletionChecks.push(check);
  };
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

/** Is the name taken by something that is not a user (a group)? */
export async function isNameTakenElsewhere(ctx: Context, name: string): Promise<boolean> {
  for (const check of nameChecks) if (await check(ctx, name)) return true;
  return false;
}

export async function ownsSomething(ctx: Context, userId: number): Promise<boolean> {
  for (const check of deletionChecks) if (await check(ctx, userId)) return true;
  return false;
}
