import type { AuditEntity, RestAuditEvent } from '@tributary/contract/accounts/audit-rest.ts';
import type { Actor } from '../../platform/actor.ts';
import type { AuditView } from '../reads/administration.ts';

const ENTITIES: Readonly<Record<string, AuditEntity>> = { user: 'User', group: 'Group', project: 'Project' };

function entityOf({ targetType, targetId, details }: AuditView): { type: AuditEntity; id: number } {
  const projectId = Number(details['project_id'] ?? 0);
  if (projectId > 0) return { type: 'Project', id: projectId };
  const type = ENTITIES[targetType];
  return type === undefined
    ? { type: 'Gitlab::Audit::InstanceScope', id: 1 }
    : { type, id: Number.isSafeInteger(Number(targetId)) ? Number(targetId) : 0 };
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const AUTHORS: Readonly<Record<string, string>> = { system: 'System', anonymous: 'An unauthenticated user' };

/** An event as audit tools read it. Addresses of users are for administrators, as elsewhere. */
export function toRestAuditEvent(event: AuditView, actor: Actor): RestAuditEvent {
  const entity = entityOf(event);
  const author = event.impersonator ?? event.actor;
  const name = event.action.replaceAll('.', '_');
  const place = event.place?.name ?? event.target?.username ?? textOf(event.details['full_path']);
  const isAdmin = actor.kind === 'user' && actor.isAdmin;
  return {
    id: event.id,
    author_id: author?.id ?? -1,
    entity_id: entity.id,
    entity_type: entity.type,
    event_name: name,
    details: {
      ...event.details,
      event_name: name,
      custom_message: sentence(name.replaceAll('_', ' ')),
      author_name: author?.name ?? AUTHORS[event.actorKind] ?? 'Deleted user',
      author_email: isAdmin ? (author?.publicEmail ?? null) : null,
      author_class: 'User',
      target_id: /^\d{1,15}$/.test(event.targetId) ? Number(event.targetId) : event.targetId,
      target_type: sentence(event.targetType),
      target_details: event.user?.username ?? event.group?.name ?? place,
      ip_address: event.ip,
      entity_path: place,
    },
    created_at: event.at.toISOString(),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
