import type { Extension } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { NavItem } from '@tributary/contract/page/page-data.ts';
import type { Context } from '../../platform/context.ts';
import type { Ability } from '../../platform/policy/permissions.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type NamespaceAccess, type ProjectAccess } from '../access/project-access.ts';

type NavEntry<Access> = {
  /** Named by pages as their `nav`. */
  key: string;
  label: string;
  /** Name in `web/src/ui/named-icon.tsx`. */
  icon: string;
  /** After `/-/`; empty for the place itself. A function for what depends on the place; null leaves it out. */
  path: string | ((access: Access) => string | null);
  /** Ascending; entries of one group stand together when their orders do. */
  order: number;
  /** Small heading above. */
  group?: string;
  /** Shown only to those who have it. */
  ability: Ability;
  /** Number beside it, for the actor; undefined shows none. */
  count?: (ctx: Context, access: Access) => Promise<number | undefined>;
};

export type ProjectNavEntry = NavEntry<ProjectAccess> & {
  /** Part of the project that has to be switched on. */
  feature?: 'repository' | 'merge_requests' | 'issues';
};
export type GroupNavEntry = NavEntry<NamespaceAccess>;

const projectEntries: ProjectNavEntry[] = [];
const groupEntries: GroupNavEntry[] = [];

/** Adds an entry to the rail of every project. */
export function defineProjectNav(entry: ProjectNavEntry): Extension {
  return () => {
    projectEntries.push(entry);
  };
}

/** Adds an entry to the rail of every group. */
export function defineGroupNav(entry: GroupNavEntry): Extension {
  return () => {
    groupEntries.push(entry);
  };
}

async function toItem<Access>(
  ctx: Context,
  access: Access,
  entry: NavEntry<Access>,
  hrefs: { place: string; below: string },
): Promise<NavItem[]> {
  const path = typeof entry.path === 'function' ? entry.path(access) : entry.path;
  if (path === null) return [];
  const count = await countOf(ctx, access, entry);
  return [
    {
      key: entry.key,
      label: entry.label,
      href: path === '' ? hrefs.place : `${hrefs.below}/-/${path}`,
      icon: entry.icon,
      ...(count !== undefined && { count }),
      ...(entry.group !== undefined && { group: entry.group }),
    },
  ];
}

/** A count that cannot be had now leaves the entry without one. */
async function countOf<Access>(ctx: Context, access: Access, entry: NavEntry<Access>): Promise<number | undefined> {
  if (!entry.count) return undefined;
  try {
    return await entry.count(ctx, access);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** Entries that the actor may use, in order. */
export async function projectNavItems(ctx: Context, access: ProjectAccess): Promise<NavItem[]> {
  const allowed = projectEntries
    .filter((entry) =>
      isAllowed(ctx.actor, entry.ability, entry.feature ? featureOf(access, entry.feature) : access.policy),
    )
    .toSorted((a, b) => a.order - b.order);
  const path = `/${access.project.full_path}`;
  const items = await Promise.all(allowed.map((entry) => toItem(ctx, access, entry, { place: path, below: path })));
  return items.flat();
}

export async function groupNavItems(ctx: Context, access: NamespaceAccess): Promise<NavItem[]> {
  const allowed = groupEntries
    .filter((entry) => isAllowed(ctx.actor, entry.ability, access.policy))
    .toSorted((a, b) => a.order - b.order);
  const path = access.namespace.full_path;
  const hrefs = { place: `/${path}`, below: `/groups/${path}` };
  return (await Promise.all(allowed.map((entry) => toItem(ctx, access, entry, hrefs)))).flat();
}
