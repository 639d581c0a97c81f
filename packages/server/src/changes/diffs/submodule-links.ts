import type { IndexFile } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { submoduleHref, submodulesAt } from '../../repositories/index.ts';
import type { DiffFileContext } from './page-diff-file.ts';
import { submoduleCompareUrl } from './rules/submodule-compare.ts';

/** Gives the address where the commits of a submodule are compared; `.gitmodules` is only read when there is one. */
export async function submoduleLinks(
  ctx: Context,
  place: DiffFileContext,
  files: readonly IndexFile[],
): Promise<(file: IndexFile) => string | null> {
  if (!files.some((file) => file.isSubmodule)) return () => null;
  const repo = ctx.repositories.directory(place.projectId);
  const modules = await submodulesAt(repo, place.refs.head_sha);
  const { origin } = new URL(ctx.config.url);
  return (file) => {
    const url = file.isSubmodule ? modules.get(file.newPath) : undefined;
    const href = url === undefined ? null : submoduleHref(url, place.projectPath);
    return href === null ? null : submoduleCompareUrl(href, { old: file.oldOid, new: file.newOid }, origin);
  };
}
