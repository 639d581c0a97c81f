import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { EventOf } from '../../platform/events.ts';
import { listAccessTokens, projectById } from '../../projects/index.ts';
import { hookProject } from './payload-parts.ts';
import { defineHookPayload, defineHookSample, type HookPayload } from './payload-registry.ts';

type Expiring = Pick<EventOf<'access_token.expiring'>['data'], 'projectId' | 'token' | 'days'>;

async function buildPayload(ctx: Context, { projectId, token, days }: Expiring): Promise<HookPayload | null> {
  const project = projectId === null ? undefined : await projectById(ctx.db, projectId);
  if (!project || project.deleting_since !== null) return null;
  return {
    projectId: project.id,
    trigger: 'resource_access_token_events',
    eventName: 'Resource Access Token Hook',
    body: {
      object_kind: 'access_token',
      event_name: 'expiring_access_token',
      interval: days === 7 ? 'seven_days' : days === 30 ? 'thirty_days' : 'sixty_days',
      project: await hookProject(ctx, project),
      object_attributes: {
        id: token.id,
        user_id: token.userId,
        name: token.name,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
      },
    },
  };
}

export const payloadsExpiringTokenPayload: Extensions = [
  defineHookPayload('access_token.expiring', (ctx, { data }) => buildPayload(ctx, data)),
  defineHookSample('resource_access_token_events', async (ctx, projectId) => {
    const { items } = await listAccessTokens(ctx, { kind: 'project', id: projectId }, {}, { page: 1, perPage: 1 });
    const [newest] = items;
    if (!newest) return null;
    const { id, userId, name, createdAt, expiresAt } = newest;
    const token = { id, userId, name, createdAt: createdAt.toISOString(), expiresAt };
    return buildPayload(ctx, { projectId, token, days: 7 });
  }),
];
