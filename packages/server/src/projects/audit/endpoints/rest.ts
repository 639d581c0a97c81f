import { listAuditEventsInput, restAuditEvent } from '@tributary/contract/accounts/audit-rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { answerAuditEvent, answerAuditEvents, type AuditOf } from '../../../accounts/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';

const tag = 'Audit events';
const params = z.object({ audit_event_id: idInput });
const response = restAuditEvent;

/** Developers see what they did themselves. */
const ofOneself = (ctx: Context, mayReadAll: boolean) => (mayReadAll ? {} : { authorId: actorId(ctx.actor) ?? 0 });

function ofProject(ctx: Context, { project, policy }: ProjectAccess): AuditOf {
  const mayReadAll = isAllowed(ctx.actor, 'read_all_project_audit_events', policy);
  return { entity: { type: 'Project', id: project.id }, ...ofOneself(ctx, mayReadAll) };
}

function ofGroup(ctx: Context, { namespace, policy }: NamespaceAccess): AuditOf {
  const mayReadAll = isAllowed(ctx.actor, 'read_all_group_audit_events', policy);
  return { entity: { type: 'Group', id: namespace.id }, ...ofOneself(ctx, mayReadAll) };
}

export const auditRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/audit_events',
    ability: 'read_project_audit_events',
    summary: 'List the audit events of a project, newest first; for developers their own',
    tag,
    input: listAuditEventsInput,
    subject: inProject,
    response: z.array(response),
    handle: ({ ctx, reply, subject, input }) => answerAuditEvents({ ctx, reply }, ofProject(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/audit_events/:audit_event_id',
    ability: 'read_project_audit_events',
    summary: 'Get an audit event of a project',
    tag,
    params,
    subject: inProject,
    response,
    handle: ({ ctx, subject, params: { audit_event_id: id } }) => answerAuditEvent(ctx, ofProject(ctx, subject), id),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/audit_events',
    ability: 'read_group_audit_events',
    summary: 'List the audit events of a group, newest first; for developers and maintainers their own',
    tag,
    input: listAuditEventsInput,
    subject: inGroup,
    response: z.array(response),
    handle: ({ ctx, reply, subject, input }) => answerAuditEvents({ ctx, reply }, ofGroup(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/audit_events/:audit_event_id',
    ability: 'read_group_audit_events',
    summary: 'Get an audit event of a group',
    tag,
    params,
    subject: inGroup,
    response,
    handle: ({ ctx, subject, params: { audit_event_id: id } }) => answerAuditEvent(ctx, ofGroup(ctx, subject), id),
  }),
];
