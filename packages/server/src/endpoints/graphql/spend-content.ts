import { GraphQLError } from 'graphql';
import type { Context } from '../../platform/context.ts';

/** Aliases and lists repeat a field: what their answers hold together is limited, not what each holds. */
const MAX_MIB = 20;

const spentBytes = new WeakMap<Context, number>();

/** Counts contents of files into the response to one request, before they are read; throws when that is too much. */
export function spendContent(ctx: Context, bytes: number): void {
  const spent = (spentBytes.get(ctx) ?? 0) + bytes;
  spentBytes.set(ctx, spent);
  if (spent <= MAX_MIB * 1024 * 1024) return;
  throw new GraphQLError(
    `The contents of files in one response are limited to ${MAX_MIB} MiB. Request fewer files, or their raw paths.`,
  );
}
