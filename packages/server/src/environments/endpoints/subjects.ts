import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../endpoints/http/define-route.ts';
import {
  DEPLOYMENT,
  type DeploymentAccess,
  ENVIRONMENT,
  type EnvironmentAccess,
  getDeploymentAccess,
  getEnvironmentAccess,
} from '../environment-access.ts';

function idOf(text: string | undefined, resource: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new AppError('not_found', { resource });
  return Number(text);
}

/** `/projects/:id/environments/:environment_id/…`. */
export const inEnvironment: SubjectLoader<EnvironmentAccess> = {
  params: ['id', 'environment_id'],
  load: (ctx, params) => getEnvironmentAccess(ctx, params['id'] ?? '', idOf(params['environment_id'], ENVIRONMENT)),
};

/** `/projects/:id/deployments/:deployment_id/…`. */
export const inDeployment: SubjectLoader<DeploymentAccess> = {
  params: ['id', 'deployment_id'],
  load: (ctx, params) => getDeploymentAccess(ctx, params['id'] ?? '', idOf(params['deployment_id'], DEPLOYMENT)),
};

/** `<project>/-/environments/:environment/…`. */
export const onEnvironmentPage: SubjectLoader<EnvironmentAccess> = {
  params: ['environment'],
  load: (ctx, params) => getEnvironmentAccess(ctx, params['place'] ?? '', idOf(params['environment'], ENVIRONMENT)),
};
