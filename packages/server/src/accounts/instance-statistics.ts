import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import { countSshKeys } from './store/keys.ts';
import { countUsersByKind } from './store/user-lists.ts';

/** How many of everything there are in the instance. Slices give the counts of what they own. */
export type InstanceStatistics = Record<
  | 'forks'
  | 'issues'
  | 'merge_requests'
  | 'notes'
  | 'milestones'
  | 'projects'
  | 'groups'
  | 'users'
  | 'active_users'
  | 'ssh_keys',
  number
>;

type Source = (ctx: Context) => Promise<Partial<InstanceStatistics>>;

const sources: Source[] = [];

export function contributeInstanceStatistics(source: Source): Extension {
  return () => {
    sources.push(source);
  };
}

/** For administrators; the right is the caller's to check. */
export async function instanceStatistics(ctx: Context): Promise<InstanceStatistics> {
  const { all: users, active } = await countUsersByKind(ctx.db);
  const none = { forks: 0, issues: 0, merge_requests: 0, notes: 0, milestones: 0, projects: 0, groups: 0 };
  const parts = await Promise.all(sources.map((source) => source(ctx)));
  const sshKeys = await countSshKeys(ctx.db);
  return Object.assign({ ...none, users, active_users: active, ssh_keys: sshKeys }, ...parts);
}
