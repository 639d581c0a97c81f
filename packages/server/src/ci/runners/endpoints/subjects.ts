import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../../endpoints/http/define-route.ts';
import { getRunnerAccess, RUNNER, type RunnerAccess } from '../runner-access.ts';

/** `/runners/:id/…`. */
export const inRunner: SubjectLoader<RunnerAccess> = {
  params: ['id'],
  load: (ctx, { id = '' }) => {
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not_found', { resource: RUNNER });
    return getRunnerAccess(ctx, Number(id));
  },
};
