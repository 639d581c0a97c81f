import { housekeepingInput, restRepositoryStorage } from '@tributary/contract/projects/repository-rest.ts';
import { relative } from 'node:path';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { inProject } from '../../../projects/index.ts';
import { contentDisposition } from '../../rules/content-disposition.ts';
import { openSnapshot } from '../reads/repository-snapshot.ts';
import { requestHousekeeping } from '../operations/request-housekeeping.ts';

const tag = 'Repository';

const housekeeping = defineRoute({
  method: 'POST',
  path: '/projects/:id/housekeeping',
  ability: 'update_project',
  summary: 'Run repository housekeeping in the background',
  tag,
  input: housekeepingInput,
  subject: inProject,
  response: z.object({}),
  rateLimitPerMinute: 10,
  handle: async ({ ctx, subject }) => {
    await requestHousekeeping(ctx, { projectId: subject.project.id });
    return {};
  },
});

const snapshot = defineRoute({
  method: 'GET',
  path: '/projects/:id/snapshot',
  ability: 'read_administration',
  summary: 'Download the repository with all refs as a tar file (administrators only)',
  tag,
  subject: inProject,
  rateLimitPerMinute: 10,
  handle: async ({ ctx, subject, reply }) => {
    const archive = openSnapshot(ctx, subject);
    reply.header('content-type', 'application/x-tar');
    reply.header('content-disposition', contentDisposition('attachment', `${subject.project.path}.tar`));
    return archive;
  },
});

const storage = defineRoute({
  method: 'GET',
  path: '/projects/:id/storage',
  ability: 'read_administration',
  summary: 'Get the storage path of the repository (administrators only)',
  tag,
  subject: inProject,
  response: restRepositoryStorage,
  handle: async ({ ctx, subject: { project } }) => ({
    project_id: project.id,
    disk_path: relative(ctx.repositories.root, ctx.repositories.directory(project.id)).replace(/\.git$/, ''),
    created_at: project.created_at.toISOString(),
    repository_storage: 'default' as const,
  }),
});

export const maintenanceRoutes: readonly Route[] = [housekeeping, snapshot, storage];
