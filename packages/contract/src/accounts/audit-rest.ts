import { z } from 'zod';
import { idInput, pagingInput, timeInput } from '../core/inputs.ts';

export const AUDIT_ENTITIES = ['User', 'Group', 'Project', 'Gitlab::Audit::InstanceScope'] as const;
/** What an audit event belongs to, as clients name it. */
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

export const listAuditEventsInput = z.strictObject({
  ...pagingInput,
  created_after: timeInput.optional(),
  created_before: timeInput.optional(),
  /** A walk: `pagination=keyset`, from the event after this one. */
  pagination: z.enum(['legacy', 'offset', 'keyset']).optional(),
  order_by: z.literal('id').optional(),
  sort: z.literal('desc').optional(),
  cursor: idInput.optional(),
});
export type ListAuditEventsInput = z.output<typeof listAuditEventsInput>;

export const listInstanceAuditEventsInput = listAuditEventsInput.extend({
  entity_type: z.enum(AUDIT_ENTITIES).optional(),
  /** Only together with its type. */
  entity_id: idInput.optional(),
});

export const restAuditEvent = z.strictObject({
  id: z.number(),
  author_id: z.number(),
  entity_id: z.number(),
  entity_type: z.enum(AUDIT_ENTITIES),
  event_name: z.string(),
  /** Also what the action itself records, such as `from` and `to`. */
  details: z.looseObject({
    event_name: z.string(),
    custom_message: z.string(),
    author_name: z.string(),
    author_email: z.string().nullable(),
    author_class: z.string(),
    target_id: z.union([z.number(), z.string()]),
    target_type: z.string(),
    target_details: z.string(),
    ip_address: z.string().nullable(),
    entity_path: z.string(),
  }),
  created_at: z.string(),
});
export type RestAuditEvent = z.output<typeof restAuditEvent>;
