import { findTag } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, projectLanguages, repositoryOf } from '../../projects/index.ts';
import { findRelease } from '../releases/release-store.ts';

const MAX_LANGUAGES = 5;
const MAX_DESCRIPTION = 1_024;

/**
 * Predefined variables that need a look into the repository: languages, and of a tag its message and its release. They are
 * kept with the pipeline, so that its jobs get what its rules saw.
 */
export async function lookedUpVariables(
  ctx: Context,
  access: ProjectAccess,
  { ref, isTag }: { ref: string; isTag: boolean },
): Promise<Record<string, string>> {
  const { project } = access;
  const [languages, tag, release] = await Promise.all([
    projectLanguages(ctx, project),
    isTag ? findTag(repositoryOf(ctx, access), ref) : undefined,
    isTag ? findRelease(ctx.db, project.id, ref) : undefined,
  ]);
  const names = Object.keys(languages).slice(0, MAX_LANGUAGES);
  return {
    CI_PROJECT_REPOSITORY_LANGUAGES: names.join(',').toLowerCase(),
    ...(isTag && { CI_COMMIT_TAG_MESSAGE: tag?.message?.trim() ?? '' }),
    ...(release?.description && { CI_RELEASE_DESCRIPTION: release.description.slice(0, MAX_DESCRIPTION) }),
  };
}
