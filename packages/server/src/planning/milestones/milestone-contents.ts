import type { Extension } from '../../platform/extensions.ts';
import type { MilestoneItem } from '@tributary/contract/planning/page.ts';
import { replaceReleaseMilestones } from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';

/** What other slices hang on milestones, such as merge requests. What is shown holds only what the actor may see. */
export type MilestoneContents = {
  /** Also the address of their list below a place. */
  key: string;
  title: string;
  order: number;
  /** How much belongs to each and how much of it is done; milestones without anything may be missing. */
  progress: (ctx: Context, milestoneIds: readonly number[]) => Promise<Map<number, { total: number; done: number }>>;
  items: (ctx: Context, milestoneId: number) => Promise<{ total: number; items: MilestoneItem[] }>;
  /** Takes it off everything that has it, also what the actor may not see, and notes that down. */
  detach: (ctx: Context, milestoneId: number) => Promise<void>;
  /** Puts one in the place of others that were the same by name, on everything that has them. */
  replace: (ctx: Context, milestoneIds: readonly number[], by: number) => Promise<void>;
};

const contents: MilestoneContents[] = [];

export function defineMilestoneContents(definition: MilestoneContents): Extension {
  return () => {
    contents.push(definition);
  };
}

/** Sums over everything that is registered. */
export async function milestoneProgress(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, { total: number; done: number }>> {
  const all = await Promise.all(contents.map((each) => each.progress(ctx, ids)));
  return new Map(
    ids.map((id) => {
      const parts = all.flatMap((progress) => progress.get(id) ?? []);
      const sum = (key: 'total' | 'done') => parts.reduce((total, part) => total + part[key], 0);
      return [id, { total: sum('total'), done: sum('done') }];
    }),
  );
}

/** Before it is deleted, in that transaction. */
export async function detachMilestone(ctx: Context, milestoneId: number): Promise<void> {
  for (const each of contents) await each.detach(ctx, milestoneId);
}

export async function replaceMilestones(ctx: Context, milestoneIds: readonly number[], by: number): Promise<void> {
  for (const each of contents) await each.replace(ctx, milestoneIds, by);
  await replaceReleaseMilestones(ctx.db, milestoneIds, by);
}

export async function milestoneSections(
  ctx: Context,
  milestoneId: number,
): Promise<{ key: string; title: string; total: number; items: MilestoneItem[] }[]> {
  const ordered = contents.toSorted((a, b) => a.order - b.order);
  return Promise.all(
    ordered.map(async (each) => ({ key: each.key, title: each.title, ...(await each.items(ctx, milestoneId)) })),
  );
}
