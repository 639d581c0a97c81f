import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../endpoints/http/define-route.ts';
import { getPipelineAccess, type PipelineAccess, RESOURCE } from '../pipeline-access.ts';

function idOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new AppError('not_found', { resource: RESOURCE });
  return Number(text);
}

/** `/projects/:id/pipelines/:pipeline_id/…`. */
export const inPipeline: SubjectLoader<PipelineAccess> = {
  params: ['id', 'pipeline_id'],
  load: (ctx, params) => getPipelineAccess(ctx, params['id'] ?? '', idOf(params['pipeline_id'])),
};

/** `<project>/-/pipelines/:pipeline/…`. */
export const onPipelinePage: SubjectLoader<PipelineAccess> = {
  params: ['pipeline'],
  load: (ctx, params) => getPipelineAccess(ctx, params['place'] ?? '', idOf(params['pipeline'])),
};
