import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { listReleaseTags } from './release-store.ts';

/** What includes of components write for the newest release. */
export const LATEST_VERSION = '~latest';

const SEMANTIC = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:\+[\w.-]{1,100})?$/;
const EXACT = /^v?\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,100})?$/;
const PARTIAL = /^v?(\d{1,9})(?:\.(\d{1,9}))?$/;

/** Tags that are versions of components. */
export const isVersionTag = (tag: string): boolean => EXACT.test(tag);

const numbers = (match: RegExpExecArray | null): number[] | undefined =>
  match?.slice(1).flatMap((part) => (part ? [Number(part)] : []));

/** Compares major, minor and patch. Pre-releases are no candidates, so that nothing else counts. */
const compare = (a: readonly number[], b: readonly number[]): number =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);

/** The tags among these that a version stands for, highest first: `~latest` and `1.2` for many, `1.2.3` for itself. */
export function tagsOfVersion(tags: readonly string[], version: string, isPartial: boolean): string[] {
  if (!isPartial) return tags.filter((tag) => tag === version && EXACT.test(tag));
  const start = version === LATEST_VERSION ? [] : numbers(PARTIAL.exec(version));
  if (!start) return [];
  return tags
    .flatMap((tag) => {
      const parts = numbers(SEMANTIC.exec(tag));
      return parts && start.every((part, index) => parts[index] === part) ? [{ tag, parts }] : [];
    })
    .sort((a, b) => compare(b.parts, a.parts))
    .map(({ tag }) => tag);
}

/** Releases whose tags are looked up for one version. */
const MAX_CANDIDATES = 50;

/** The release that a version stands for, and its commit now. A release whose tag was deleted is passed over. */
export async function findReleasedVersion(
  ctx: Context,
  access: ProjectAccess,
  version: string,
  { isPartial }: { isPartial: boolean },
): Promise<{ tag: string; sha: string } | undefined> {
  const tags = await listReleaseTags(ctx.db, access.project.id, ctx.clock.now());
  for (const tag of tagsOfVersion(tags, version, isPartial).slice(0, MAX_CANDIDATES)) {
    const at = await resolveRef(ctx, access, `refs/tags/${tag}`);
    if (at) return { tag, sha: at.sha };
  }
  return undefined;
}
