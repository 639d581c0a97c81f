import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';

/** Puts one label in the place of others on everything that has them, also what the actor may not see. */
export type ReplaceLabels = (ctx: Context, labelIds: readonly number[], by: number) => Promise<void>;

const uses: ReplaceLabels[] = [];

/** Registered by each part that puts labels on something. */
export function defineLabelUse(replace: ReplaceLabels): Extension {
  return () => {
    uses.push(replace);
  };
}

export async function replaceLabels(ctx: Context, labelIds: readonly number[], by: number): Promise<void> {
  for (const replace of uses) await replace(ctx, labelIds, by);
}
