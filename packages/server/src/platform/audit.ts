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
      details: JSON.stringify(details),
    })
    .execute();
}

/** That an administrator makes a change in the name of another: by `sudo`, or with an impersonation token. */
export async function auditImpersonation(ctx: Context, change: Record<string, string>): Promise<void> {
  const { actor, requestId } = ctx;
  const impersonator = impersonatorOf(actor);
  if (actor.kind !== 'user' || impersonator === undefined) return;
  ctx.log.warn({ requestId, impersonator, user: actor.username, ...change }, 'acting as another user');
  await audit(ctx, 'user.impersonated', { type: 'user', id: actor.id }, change);
}
