import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../../endpoints/http/define-route.ts';
import { getOwnedRunner, getRunnerAccess, RUNNER, type RunnerAccess } from '../runner-access.ts';

/** `/runners/:id/…`. */
const byId = (load: typeof getRunnerAccess): SubjectLoader<RunnerAccess> => ({
  params: ['id'],
  load: (ctx, { id = '' }) => {
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not_found', { resource: RUNNER });
    return load(ctx, Number(id));
  },
});

export const inRunner = byId(getRunnerAccess);
/** The same for changing it. */
export const inOwnedRunner = byId(getOwnedRunner);
