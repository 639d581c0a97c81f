import type { Context } from '../../platform/context.ts';
import { type Identity, listIdentities } from '../store/identities.ts';

export type { Identity };

/** Accounts elsewhere, by user. For the users themselves and for administrators. */
export function identitiesOf(ctx: Context, userIds: readonly number[]): Promise<ReadonlyMap<number, Identity[]>> {
  return listIdentities(ctx.db, userIds);
}
