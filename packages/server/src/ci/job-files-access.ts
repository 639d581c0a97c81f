import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import type { SubjectLoader } from '../endpoints/http/define-route.ts';
import type { PolicySubject } from '../platform/policy/policy.ts';
import { featureOf, inRepository, type ProjectAccess } from '../projects/index.ts';

const REPORTER = 20;

/**
 * Logs and files of jobs as one actor meets them: of a project whose jobs are not public they are for those with a role that
 * reads the code.
 */
export function jobFilesOf(access: ProjectAccess): PolicySubject {
  const policy = featureOf(access, 'repository');
  const isOpen = readCiSettings(access.project.ci_settings).public_jobs || access.level >= REPORTER;
  return isOpen ? policy : { ...policy, visibility: 'private', level: 0 };
}

/** As inRepository, for logs and files of jobs. */
export const inJobFiles: SubjectLoader<ProjectAccess> = {
  params: inRepository.params,
  load: async (ctx, params) => {
    const access = await inRepository.load(ctx, params);
    return { ...access, policy: jobFilesOf(access) };
  },
};
