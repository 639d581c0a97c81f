import type { BadgesData } from '@tributary/contract/ci/variables.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';

/** Addresses of the badges of the default branch; null while there is none. */
export function badgesOfPage(ctx: Context, { project }: ProjectAccess): BadgesData | null {
  const { full_path: fullPath, default_branch: ref } = project;
  if (ref === null) return null;
  const at = `${ctx.config.url}/${encodePath(fullPath)}/-`;
  const branch = encodePath(ref);
  return {
    ref,
    badges: [
      { name: 'Pipeline status', image: `${at}/badges/${branch}/pipeline.svg`, link: `${at}/commits/${branch}` },
      { name: 'Test coverage', image: `${at}/badges/${branch}/coverage.svg`, link: `${at}/commits/${branch}` },
      { name: 'Latest release', image: `${at}/badges/release.svg`, link: `${at}/releases` },
    ],
  };
}
