import type { ListAuditEventsInput } from '@tributary/contract/accounts/audit-rest.ts';
import type { RouteRequest } from '../../endpoints/http/define-route.ts';
import { writeKeysetLink } from '../../endpoints/rest/keyset.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { type AuditOf, getAuditEventOf, listAuditEventsOf } from '../reads/audit-events.ts';
import { toRestAuditEvent } from '../render/to-rest-audit.ts';

/** A page of audit events, or the next step of a walk through them. */
export async function answerAuditEvents(
  { ctx, reply }: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'reply'>,
  of: AuditOf,
  input: ListAuditEventsInput,
) {
  const page = await listAuditEventsOf(ctx, of, input);
  const render = (event: (typeof page.items)[number]) => toRestAuditEvent(event, ctx.actor);
  if (input.pagination !== 'keyset') return paged(page, render);
  const last = page.hasNext ? page.items.at(-1) : undefined;
  writeKeysetLink({ ctx, reply }, last ? { name: 'cursor', id: last.id } : null);
  return page.items.map(render);
}

export async function answerAuditEvent(ctx: Context, of: AuditOf, id: number) {
  return toRestAuditEvent(await getAuditEventOf(ctx, of, id), ctx.actor);
}
