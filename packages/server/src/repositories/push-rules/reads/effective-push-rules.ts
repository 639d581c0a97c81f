import { type ResolvedPushRules, resolvePushRules } from '@tributary/contract/projects/push-rules.ts';
import type { Context } from '../../../platform/context.ts';
import { isOwnRule, listPushRules, type PushRuleOwner, type PushRuleRow } from '../store/push-rule-store.ts';

export type OwnedPushRules = ResolvedPushRules & { own: PushRuleRow | undefined };

/** The rules that hold here, with the owner's own row. */
export async function pushRulesOf(ctx: Context, owner: PushRuleOwner): Promise<OwnedPushRules> {
  const levels = await listPushRules(ctx.db, owner);
  const own = levels.find(({ row }) => isOwnRule(row, owner));
  const above = levels.filter((level) => level !== own).map(({ from, row }) => ({ from, rule: row }));
  // Its own level is always the last one, also where it has no values.
  const last = { from: own?.from ?? 'project', rule: own?.row } as const;
  return { ...resolvePushRules([...above, last]), own: own?.row };
}
