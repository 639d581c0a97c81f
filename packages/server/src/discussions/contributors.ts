import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import type { Container } from '../projects/index.ts';

/** Those of these users whose work is in the place, though they may be no members of it. */
type Contributors = (ctx: Context, place: Container, userIds: readonly number[]) => Promise<ReadonlySet<number>>;

let source: Contributors | undefined;

/** Registered by the slice that knows what was merged. */
export function defineContributors(find: Contributors): Extension {
  return () => {
    source = find;
  };
}

export function contributorsAmong(...[ctx, place, userIds]: Parameters<Contributors>): ReturnType<Contributors> {
  return source && userIds.length > 0 ? source(ctx, place, userIds) : Promise.resolve(new Set());
}
