import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { getIssue, type IssueAccess, issuesOf, RESOURCE } from '../issue-access.ts';

async function load(ctx: Context, project: string, iid: string): Promise<IssueAccess> {
  const access = await getProjectAccess(ctx, project);
  if (!/^\d{1,15}$/.test(iid)) throw new AppError('not_found', { resource: RESOURCE });
  return getIssue(ctx, access, Number(iid));
}

/** `/projects/:id/issues`: a project without issues for this user answers not_found. */
export const inIssues: SubjectLoader<ProjectAccess> = {
  params: ['id'],
  load: async (ctx, params) => {
    const access = await getProjectAccess(ctx, params['id'] ?? '');
    return { ...access, policy: issuesOf(access) };
  },
};

/** `/projects/:id/issues/:issue_iid/…`. */
export const inIssue: SubjectLoader<IssueAccess> = {
  params: ['id', 'issue_iid'],
  load: (ctx, params) => load(ctx, params['id'] ?? '', params['issue_iid'] ?? ''),
};

/** `<project>/-/issues…`, as `inIssues`. */
export const onIssuesPage: SubjectLoader<ProjectAccess> = {
  params: [],
  load: async (ctx, params) => {
    const access = await getProjectAccess(ctx, params['place'] ?? '');
    return { ...access, policy: issuesOf(access) };
  },
};

/** `<project>/-/issues/:iid/…`. */
export const onIssuePage: SubjectLoader<IssueAccess> = {
  params: ['iid'],
  load: (ctx, params) => load(ctx, params['place'] ?? '', params['iid'] ?? ''),
};
