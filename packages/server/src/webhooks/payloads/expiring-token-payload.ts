import { projectById } from '../../projects/index.ts';
import { hookProject } from './payload-parts.ts';
import { defineHookPayload } from './payload-registry.ts';

defineHookPayload('access_token.expiring', async (ctx, { data: { projectId, token, days } }) => {
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
});
