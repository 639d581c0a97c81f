import type { Context } from './context.ts';

/** What a transaction does last, before it commits. */
export type LastSteps = (() => Promise<void>)[];

/**
 * A write to rows that many transactions touch. Each transaction does it once, as the last thing and for all items together:
 * the step locks its rows in one order, and holds none while its transaction waits for something else. Outside a
 * transaction it is done at once.
 */
export function defineLastStep<Item>(
  work: (ctx: Context, items: readonly Item[]) => Promise<void>,
): (ctx: Context, item: Item) => Promise<void> {
  const waiting = new WeakMap<LastSteps, Item[]>();
  return async (ctx, item) => {
    const { lastSteps } = ctx;
    if (!lastSteps) return work(ctx, [item]);
    const items = waiting.get(lastSteps);
    if (items) {
      items.push(item);
      return;
    }
    const started = [item];
    waiting.set(lastSteps, started);
    lastSteps.push(async () => {
      waiting.delete(lastSteps);
      await work(ctx, started);
    });
  };
}

/** Steps may ask for more steps. */
export async function runLastSteps(steps: LastSteps): Promise<void> {
  for (let step = steps.shift(); step; step = steps.shift()) await step();
}
