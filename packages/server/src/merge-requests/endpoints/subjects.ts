import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../endpoints/http/define-route.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { getMergeRequest, type MergeRequestAccess, RESOURCE } from '../merge-request-access.ts';

async function load(ctx: Parameters<SubjectLoader<MergeRequestAccess>['load']>[0], project: string, iid: string) {
  const access = await getProjectAccess(ctx, project);
  if (!/^\d{1,15}$/.test(iid)) throw new AppError('not_found', { resource: RESOURCE });
  return getMergeRequest(ctx, access, Number(iid));
}

/** `/projects/:id/merge_requests/:merge_request_iid/…`. */
export const inMergeRequest: SubjectLoader<MergeRequestAccess> = {
  params: ['id', 'merge_request_iid'],
  load: (ctx, params) => load(ctx, params['id'] ?? '', params['merge_request_iid'] ?? ''),
};

/** `<project>/-/merge_requests/:iid/…`. */
export const onMergeRequestPage: SubjectLoader<MergeRequestAccess> = {
  params: ['iid'],
  load: (ctx, params) => load(ctx, params['place'] ?? '', params['iid'] ?? ''),
};
