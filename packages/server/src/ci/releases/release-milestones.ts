import type { Extension } from '../../platform/extensions.ts';
import type { RestMilestone } from '@tributary/contract/planning/rest.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { releaseMilestones } from './release-store.ts';

export type ReleaseMilestone = {
  id: number;
  title: string;
  href: string;
  isClosed: boolean;
  rest: RestMilestone;
  issues: { total: number; closed: number };
};

/** An issue as evidence of a release names it. */
export type MilestoneIssue = {
  id: number;
  title: string;
  description: string;
  state: 'opened' | 'closed';
  iid: number;
  confidential: boolean;
  created_at: string;
  due_date: string | null;
};

/** Milestones are owned by a slice above this one, which gives their views. */
export type ReleaseMilestoneSource = {
  /** Those of the project and of groups above it, by title; without those that are not there. */
  find: (ctx: Context, access: ProjectAccess, titles: readonly string[]) => Promise<Map<string, number>>;
  /**
   * In the order of the ids; without those that were deleted, and without those of groups that the project does not lie in any
   * more.
   */
  view: (ctx: Context, access: ProjectAccess, ids: readonly number[]) => Promise<ReleaseMilestone[]>;
  /** Issues of the project in these milestones, by milestone; without confidential ones. */
  issues: (ctx: Context, access: ProjectAccess, ids: readonly number[]) => Promise<Map<number, MilestoneIssue[]>>;
  /** Titles of those that are active, for a form. */
  choices: (ctx: Context, access: ProjectAccess) => Promise<string[]>;
};

let source: ReleaseMilestoneSource | undefined;

export function defineReleaseMilestones(given: ReleaseMilestoneSource): Extension {
  return () => {
    source = given;
  };
}

function known(): ReleaseMilestoneSource {
  if (!source) throw new Error('no slice owns milestones');
  return source;
}

/** The milestones with these titles. Refuses when one is not there. */
export async function milestoneIds(ctx: Context, access: ProjectAccess, titles: readonly string[]): Promise<number[]> {
  if (titles.length === 0) return [];
  const found = await known().find(ctx, access, titles);
  const missing = titles.filter((title) => !found.has(title));
  if (missing.length > 0) failFields({ milestones: [`not found: ${missing.join(', ')}`] });
  return titles.flatMap((title) => found.get(title) ?? []);
}

export const milestoneChoices = (ctx: Context, access: ProjectAccess): Promise<string[]> =>
  known().choices(ctx, access);

export const milestoneIssues: ReleaseMilestoneSource['issues'] = (ctx, access, ids) =>
  ids.length === 0 ? Promise.resolve(new Map()) : known().issues(ctx, access, ids);

/** The milestones of releases, by the id of the release. */
export async function viewReleaseMilestones(
  ctx: Context,
  access: ProjectAccess,
  releaseIds: readonly number[],
): Promise<Map<number, ReleaseMilestone[]>> {
  const idsOf = await releaseMilestones(ctx.db, releaseIds);
  const ids = [...new Set([...idsOf.values()].flat())];
  const views = ids.length === 0 ? [] : await known().view(ctx, access, ids);
  return new Map(
    Array.from(idsOf, ([release, wanted]) => [release, views.filter(({ id }) => wanted.includes(id))] as const),
  );
}
