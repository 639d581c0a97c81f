import type { AuditAction } from '@tributary/contract/core/audit-actions.ts';
import { actorId, impersonatorOf } from './actor.ts';
import type { Context } from './context.ts';

/** Records a sensitive change in the transaction that makes it. `details` never holds secrets. */
export async function audit(
  ctx: Context,
  action: AuditAction,
  target: { type: string; id: string | number },
  details: Record<string, unknown> = {},
): Promise<void> {
  const credential = ctx.actor.kind === 'user' ? ctx.actor.credential : undefined;
  const impersonatorId = credential?.kind === 'token' ? credential.impersonatorId : undefined;
  await ctx.db
    .insertInto('audit_events')
    .values({
      actor_id: actorId(ctx.actor) ?? null,
      actor_kind: ctx.actor.kind,
      impersonator_id: impersonatorOf(ctx.actor) ?? null,
      credential: credential?.kind === 'token' ? `token:${credential.tokenId}` : (credential?.kind ?? null),
      ip: ctx.ip ?? null,
      request_id: ctx.requestId,
      action,
      target_type: target.type,
      target_id: String(target.id),
      details: JSON.stringify(impersonatorId === undefined ? details : { ...details, impersonated_by: impersonatorId }),
    })
    .execute();
}
