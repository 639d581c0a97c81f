import type { Breadcrumb } from '@tributary/contract/page/page-data.ts';
import { definePage, type Page, type PageRequest, type PageResult } from '../../endpoints/pages/define-page.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';

type Answer<T> = { data: T; title: string; breadcrumbs?: Breadcrumb[] } | { redirect: string };

type RepositoryPage<T> = {
  kind: string;
  path: string;
  nav?: string;
  load(request: PageRequest<ProjectAccess>): Promise<Answer<T>>;
};

/** A page that shows code: its project must have a repository that this user may read. */
export function repositoryPage<T>(page: RepositoryPage<T>): Page {
  return definePage<ProjectAccess, T | null>({
    kind: page.kind,
    on: 'project',
    path: page.path,
    ability: 'read_code',
    ...(page.nav !== undefined && { nav: page.nav }),
    load: async (request): Promise<PageResult<T | null>> => {
      authorize(request.ctx.actor, 'read_code', featureOf(request.subject, 'repository'));
      const answer = await page.load(request);
      return 'redirect' in answer ? { title: '', data: null, redirect: answer.redirect } : answer;
    },
  });
}
