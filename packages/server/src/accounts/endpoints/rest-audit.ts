import { listInstanceAuditEventsInput, restAuditEvent } from '@tributary/contract/accounts/audit-rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { answerAuditEvent, answerAuditEvents } from './answer-audit.ts';

const tag = 'Audit events';

export const restAuditRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/audit_events',
    ability: 'read_audit_events',
    summary: 'List the audit events of the instance, newest first',
    tag,
    input: listInstanceAuditEventsInput,
    response: z.array(restAuditEvent),
    handle: async ({ ctx, reply, input: { entity_type: type, entity_id: id, ...input } }) => {
      if (id !== undefined && type === undefined) fail('missing_parameter', { names: 'entity_type' });
      return answerAuditEvents({ ctx, reply }, type === undefined ? {} : { entity: { type, id } }, input);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/audit_events/:audit_event_id',
    ability: 'read_audit_events',
    summary: 'Get an audit event of the instance',
    tag,
    params: z.object({ audit_event_id: idInput }),
    response: restAuditEvent,
    handle: async ({ ctx, params: { audit_event_id: id } }) => answerAuditEvent(ctx, {}, id),
  }),
];
