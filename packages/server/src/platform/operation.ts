import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from './context.ts';
import { transact } from './context.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

type Definition<Input, Loaded, Result> = {
  /** `domain.verb`, as it appears in logs and in the permission table. */
  name: string;
  /** Gets the subject; throws not_found when the actor may not see it. */
  load: (ctx: Context, input: Input) => Promise<Loaded>;
  /** Why this may not happen now, or null. Flags for the interface come from the same function. */
  check: (ctx: Context, loaded: Loaded, input: Input) => Refusal | null | Promise<Refusal | null>;
  run: (ctx: Context, loaded: Loaded, input: Input) => Promise<Result>;
  /** `false` for work that moves git refs and manages its own transactions. */
  transaction?: boolean;
  /** What a merge under way holds off is tried again until the merge is over. */
  waitsForMerges?: boolean;
};

export type Operation<Input, Loaded, Result> = {
  (ctx: Context, input: Input): Promise<Result>;
  operationName: string;
  /** The check alone, for flags: null means it may happen. */
  refusal: (ctx: Context, loaded: Loaded, input: Input) => Promise<Refusal | null>;
};

/** Turns a refusal into the failure it stands for. */
export function guard(refusal: Refusal | null): void {
  if (refusal) throw new AppError(refusal.code, refusal.params);
}

/**
 * One thing that can be done: input, "may this happen now, and if not why", effect. Load, check and run share one
 * transaction unless `transaction` is false, so the check still holds when the effect is written.
 */
export function defineOperation<Input, Loaded, Result>(
  definition: Definition<Input, Loaded, Result>,
): Operation<Input, Loaded, Result> {
  const perform = async (ctx: Context, input: Input): Promise<Result> => {
    const loaded = await definition.load(ctx, input);
    guard(await definition.check(ctx, loaded, input));
    return definition.run(ctx, loaded, input);
  };
  const once = (ctx: Context, input: Input) =>
    definition.transaction === false ? perform(ctx, input) : transact(ctx, (inner) => perform(inner, input));
  const operation = (ctx: Context, input: Input) =>
    definition.waitsForMerges ? retryWhileBusy(ctx, () => once(ctx, input)) : once(ctx, input);
  return Object.assign(operation, {
    operationName: definition.name,
    refusal: async (ctx: Context, loaded: Loaded, input: Input) => definition.check(ctx, loaded, input),
  });
}
