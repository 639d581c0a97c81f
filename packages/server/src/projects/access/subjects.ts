import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../endpoints/http/define-route.ts';
import {
  featureOf,
  getNamespaceAccess,
  getNamespaceAccessByPath,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
} from './project-access.ts';

/** Below a place's own address its path, which is empty below the instance; else the part that names it. */
function addressOf(params: Record<string, string>): string {
  const place = params['place'] ?? '';
  return place === '' ? (params['id'] ?? '') : place;
}

/** `/projects/:id/…` by number or encoded path; below a project's own address, by that address. */
export const inProject: SubjectLoader<ProjectAccess> = {
  params: ['id'],
  load: (ctx, params) => getProjectAccess(ctx, addressOf(params)),
};

/** As inProject, for what belongs to the repository: a project without one for this user answers not_found. */
export const inRepository: SubjectLoader<ProjectAccess> = {
  params: ['id'],
  load: async (ctx, params) => {
    const access = await inProject.load(ctx, params);
    return { ...access, policy: featureOf(access, 'repository') };
  },
};

/** As inProject, for what belongs to merge requests. */
export const inMergeRequests: SubjectLoader<ProjectAccess> = {
  params: ['id'],
  load: async (ctx, params) => {
    const access = await inProject.load(ctx, params);
    return { ...access, policy: featureOf(access, 'merge_requests') };
  },
};

/** `/groups/:id/…`; a personal namespace is not a group. */
export const inGroup: SubjectLoader<NamespaceAccess> = {
  params: ['id'],
  load: async (ctx, params) => {
    const place = params['place'] ?? '';
    const access =
      place === '' ? await getNamespaceAccess(ctx, params['id'] ?? '') : await getNamespaceAccessByPath(ctx, place);
    if (access.namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
    return access;
  },
};

/** `/namespaces/:id`: a group or a personal namespace. */
export const inNamespace: SubjectLoader<NamespaceAccess> = {
  params: ['id'],
  load: (ctx, params) => getNamespaceAccess(ctx, params['id'] ?? ''),
};
