import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { cancelAutoStop, stopEnvironment } from '../operations/stop-environment.ts';
import { environmentPath } from '../render/to-page.ts';
import { onEnvironmentPage } from './subjects.ts';

const tag = 'Environments';

const ACTS = [
  { name: 'stop', summary: 'Stop an environment from its page', run: stopEnvironment },
  { name: 'cancel_auto_stop', summary: 'Keep an environment that would be stopped by itself', run: cancelAutoStop },
] as const;

export const environmentActionRoutes: readonly ScopedRoute[] = ACTS.map(({ name, summary, run }) =>
  defineScopedRoute(
    'project',
    defineRoute({
      method: 'POST',
      path: `/environments/:environment/${name}`,
      // Whether there is a job to stop it decides who may; the operation answers.
      ability: 'update_environment',
      summary,
      tag,
      subject: onEnvironmentPage,
      status: 200,
      response: z.strictObject({ redirect_url: z.string() }),
      handle: async ({ ctx, subject: { access, environment } }) => {
        await run(ctx, { projectId: access.project.id, environmentId: environment.id });
        return { redirect_url: environmentPath(access.project.full_path, environment.id) };
      },
    }),
  ),
);
