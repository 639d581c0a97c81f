import type { Extension } from '../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { INSTANCE, isAllowed } from '../platform/policy/policy.ts';
import { selfActor } from './self.ts';
import { findUserById } from './store/users.ts';

/** What belongs to a user or was created by them. Slices give the counts of what they own. */
export type UserAssociations = {
  groups_count: number;
  projects_count: number;
  issues_count: number;
  merge_requests_count: number;
};

type Source = (ctx: Context, userId: number) => Promise<Partial<UserAssociations>>;

const sources: Source[] = [];

export function contributeUserAssociations(source: Source): Extension {
  return () => {
    sources.push(source);
  };
}

/** For the user and for administrators. */
export async function countAssociations(ctx: Context, userId: number): Promise<UserAssociations> {
  if (selfActor(ctx).id !== userId && !isAllowed(ctx.actor, 'read_administration', INSTANCE)) {
    throw new AppError('forbidden');
  }
  if (!(await findUserById(ctx.db, userId))) throw new AppError('not_found', { resource: 'User' });
  const counts = { groups_count: 0, projects_count: 0, issues_count: 0, merge_requests_count: 0 };
  for (const part of await Promise.all(sources.map((source) => source(ctx, userId)))) Object.assign(counts, part);
  return counts;
}
