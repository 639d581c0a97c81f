import type { DivergenceAnswer } from '@tributary/contract/projects/repository-page.ts';
import { aheadBehind, branchRef, isFullRef, readRefs } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';

const MAX_NAMES = 40;
const MAX_COUNTED = 1_000;
const AT_ONCE = 4;

const counts = new LruCache<{ ahead: number; behind: number }>(5_000);

export function divergenceOf(repo: string, base: string, head: string): Promise<{ ahead: number; behind: number }> {
  return counts.get(`${repo}\0${base}\0${head}`, () => aheadBehind(repo, base, head, MAX_COUNTED));
}

/** How far branches are from the default one. Names that are no branches are left out. */
export async function loadDivergence(
  ctx: Context,
  access: ProjectAccess,
  names: readonly string[],
): Promise<DivergenceAnswer> {
  const repo = repositoryOf(ctx, access);
  const main = access.project.default_branch;
  const answer = Object.create(null) as DivergenceAnswer;
  if (main === null) return answer;
  const wanted = [...new Set(names)].slice(0, MAX_NAMES);
  const shas = await readRefs(repo, [...wanted, main].filter(isPlain).map(branchRef));
  const base = shas.get(branchRef(main));
  if (base === undefined) return answer;
  const branches = wanted.filter((name) => shas.has(branchRef(name)));
  await mapAtMost(AT_ONCE, branches, async (name) => {
    answer[name] = await divergenceOf(repo, base, shas.get(branchRef(name)) ?? base);
  });
  return answer;
}

/** Names that could not be a ref are not asked for: the reader refuses them loudly. */
function isPlain(name: string): boolean {
  return name !== '' && isFullRef(branchRef(name));
}
