import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { toWidgetDeployment } from '../../environments/index.ts';
import { onMergeRequestPage } from '../../merge-requests/index.ts';
import { requestDeployments } from '../widget/request-deployments.ts';

const environmentsStatus = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/ci_environments_status',
  ability: 'read_merge_request',
  summary: 'List the deployments of a merge request for its widget',
  tag: 'Merge requests',
  subject: onMergeRequestPage,
  input: z.strictObject({ environment_target: z.enum(['merge_commit']).optional() }),
  response: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  handle: async ({ ctx, subject, input }) => {
    const found = await requestDeployments(ctx, subject, input.environment_target ?? 'head');
    return found.map(({ view, fullPath, ...rest }) => toWidgetDeployment(fullPath, view, rest));
  },
});

export const deploymentRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', environmentsStatus)];
