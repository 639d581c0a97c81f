import type { ReleaseLinkInput } from '@tributary/contract/ci/releases.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { createTag, featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { deleteRelease, findRelease, insertRelease, type ReleaseRow, updateRelease } from './release-store.ts';
import type { ReleaseLink } from './tables.ts';

type ReleaseFields = {
  name?: string | undefined;
  description?: string | undefined;
  releasedAt?: Date | undefined;
};
export type NewRelease = ReleaseFields & {
  projectId: number;
  tag: string;
  /** Where the tag is created if it is not there. */
  ref?: string | undefined;
  tagMessage?: string | undefined;
  links?: readonly ReleaseLinkInput[] | undefined;
};

/** Describes a tag as a release; the tag is created where it is missing and the actor may create it. */
export const createRelease = defineOperation<NewRelease, ProjectAccess, ReleaseRow>({
  name: 'release.create',
  transaction: false,
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access) => can(ctx.actor, 'create_release', featureOf(access, 'repository')),
  run: async (ctx, access, { tag, ref, tagMessage, name, description, releasedAt, links = [] }) => {
    const projectId = access.project.id;
    if (await findRelease(ctx.db, projectId, tag)) throw new AppError('release_exists', { tag });
    let at = await resolveRef(ctx, access, `refs/tags/${tag}`);
    if (!at) {
      if (ref === undefined) throw new AppError('release_tag_missing', { tag });
      await createTag(ctx, { projectId, name: tag, ref, message: tagMessage });
      at = await resolveRef(ctx, access, `refs/tags/${tag}`);
    }
    const row =
      at &&
      (await insertRelease(ctx.db, {
        project_id: projectId,
        tag,
        sha: at.sha,
        name: name?.trim() || tag,
        description: description ?? '',
        links: JSON.stringify(links.map(toLink)),
        author_id: actorId(ctx.actor) ?? null,
        released_at: releasedAt ?? ctx.clock.now(),
      }));
    if (!row) throw new AppError('release_exists', { tag });
    await audit(ctx, 'release.created', { type: 'project', id: projectId }, { tag });
    return row;
  },
});

function toLink(
  { name, url, filepath, direct_asset_path: path, link_type: linkType }: ReleaseLinkInput,
  index: number,
) {
  return { id: index + 1, name, url, filepath: path ?? filepath ?? null, linkType } satisfies ReleaseLink;
}

type Which = { projectId: number; tag: string };
type Loaded = { access: ProjectAccess; release: ReleaseRow };

async function load(ctx: Context, { projectId, tag }: Which): Promise<Loaded> {
  const access = await getProjectAccess(ctx, projectId);
  const release = await findRelease(ctx.db, access.project.id, tag);
  if (!release) throw new AppError('not_found', { resource: 'Release' });
  return { access, release };
}

const check = (ctx: Context, { access }: Loaded) => can(ctx.actor, 'create_release', featureOf(access, 'repository'));

export const changeRelease = defineOperation<Which & ReleaseFields, Loaded, ReleaseRow>({
  name: 'release.update',
  load,
  check,
  run: async (ctx, { access, release }, { name, description, releasedAt }) => {
    const row = await updateRelease(ctx.db, release.id, {
      ...(name !== undefined && { name: name.trim() || release.tag }),
      ...(description !== undefined && { description }),
      ...(releasedAt !== undefined && { released_at: releasedAt }),
    });
    await audit(ctx, 'release.updated', { type: 'project', id: access.project.id }, { tag: release.tag });
    return row;
  },
});

/** The tag stays. */
export const removeRelease = defineOperation<Which, Loaded, ReleaseRow>({
  name: 'release.delete',
  load,
  check,
  run: async (ctx, { access, release }) => {
    await deleteRelease(ctx.db, release.id);
    await audit(ctx, 'release.deleted', { type: 'project', id: access.project.id }, { tag: release.tag });
    return release;
  },
});
