import { isReleaseLinkUrl, type ReleaseLinkInput } from '@tributary/contract/ci/releases.ts';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { createTag } from '../../repositories/index.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { planEvidence } from './collect-evidence.ts';
import type { ReleaseAction } from './hook-payloads.ts';
import { releaseRefusal } from './release-refusal.ts';
import { milestoneIds } from './release-milestones.ts';
import {
  deleteRelease,
  findRelease,
  insertRelease,
  lockRelease,
  type ReleaseRow,
  setReleaseMilestones,
  updateRelease,
} from './release-store.ts';
import type { ReleaseLink } from './tables.ts';

type ReleaseFields = {
  name?: string | undefined;
  description?: string | undefined;
  releasedAt?: Date | undefined;
  /** All links, in place of those that it has. */
  links?: readonly ReleaseLinkInput[] | undefined;
  /** Titles of all milestones, in place of those that it has. */
  milestones?: readonly string[] | undefined;
};
export type NewRelease = ReleaseFields & {
  projectId: number;
  tag: string;
  /** Where the tag is created if it is not there. */
  ref?: string | undefined;
  tagMessage?: string | undefined;
};

/** Describes a tag as a release; the tag is created where it is missing and the actor may create it. */
export const createRelease = defineOperation<NewRelease, ProjectAccess, ReleaseRow>({
  name: 'release.create',
  transaction: false,
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access, { tag }) => releaseRefusal(ctx, access, tag),
  run: async (ctx, access, input) => {
    const { tag, ref, tagMessage, name, description, releasedAt, links = [], milestones = [] } = input;
    const projectId = access.project.id;
    if (await findRelease(ctx.db, projectId, tag)) throw new AppError('release_exists', { tag });
    const stored = toLinks(links);
    const chosen = await milestoneIds(ctx, access, milestones);
    let at = await resolveRef(ctx, access, `refs/tags/${tag}`);
    if (!at) {
      if (ref === undefined) throw new AppError('release_tag_missing', { tag });
      await createTag(ctx, { projectId, name: tag, ref, message: tagMessage });
      at = await resolveRef(ctx, access, `refs/tags/${tag}`);
    }
    const sha = at?.sha;
    if (sha === undefined) throw new AppError('release_tag_missing', { tag });
    return transact(ctx, async (inner) => {
      const row = await insertRelease(inner.db, {
        project_id: projectId,
        tag,
        sha,
        name: name?.trim() || tag,
        description: description ?? '',
        links: JSON.stringify(stored),
        author_id: actorId(inner.actor) ?? null,
        released_at: releasedAt ?? inner.clock.now(),
      });
      if (!row) throw new AppError('release_exists', { tag });
      await setReleaseMilestones(inner.db, row.id, chosen);
      await planEvidence(inner, row);
      await noteChange(inner, row, 'create');
      return row;
    });
  },
});

function toLink({ name, url, filepath, direct_asset_path: path, link_type: linkType }: ReleaseLinkInput, id: number) {
  return { id, name, url, filepath: path ?? filepath ?? null, linkType } satisfies ReleaseLink;
}

const toLinks = (links: readonly ReleaseLinkInput[]): ReleaseLink[] =>
  checkedLinks(links.map((link, index) => toLink(link, index + 1)));

const MAX_LINKS = 100;

/** A name, an address and a short address stand for one link of a release. */
function checkedLinks(links: readonly ReleaseLink[]): ReleaseLink[] {
  if (links.length > MAX_LINKS) failFields({ links: [`are too many: a release has at most ${MAX_LINKS}`] });
  // A job names its links itself.
  if (!links.every(({ url }) => isReleaseLinkUrl(url))) {
    failFields({ url: ['must be an address that starts with https:// or http://'] });
  }
  for (const field of ['name', 'url', 'filepath'] as const) {
    const values = links.flatMap((link) => link[field] ?? []);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) failFields({ [field]: [`has already been taken: ${twice}`] });
  }
  return [...links];
}

type Which = { projectId: number; tag: string };
type Loaded = { access: ProjectAccess; release: ReleaseRow };

async function load(ctx: Context, { projectId, tag }: Which): Promise<Loaded> {
  const access = await getProjectAccess(ctx, projectId);
  const release = await lockRelease(ctx.db, access.project.id, tag);
  if (!release) throw new AppError('not_found', { resource: 'Release' });
  return { access, release };
}

const check = (ctx: Context, { access, release }: Loaded) => releaseRefusal(ctx, access, release.tag);

/** In the record of the project, and for its webhooks. In the transaction of the change. */
async function noteChange(ctx: Context, release: ReleaseRow, action: ReleaseAction): Promise<void> {
  const { id, project_id: projectId, tag, sha, name, description, links } = release;
  const times = { created_at: release.created_at.toISOString(), released_at: release.released_at.toISOString() };
  const removed = action === 'delete' ? { id, tag, sha, name, description, links, ...times } : null;
  await audit(ctx, AUDITED[action], { type: 'project', id: projectId }, { tag });
  await emit(ctx, 'release.changed', { projectId, releaseId: id, action, removed });
}

const AUDITED = { create: 'release.created', update: 'release.updated', delete: 'release.deleted' } as const;

export const changeRelease = defineOperation<Which & ReleaseFields, Loaded, ReleaseRow>({
  name: 'release.update',
  load,
  check,
  run: async (ctx, { access, release }, { name, description, releasedAt, links, milestones }) => {
    const row = await updateRelease(ctx.db, release.id, {
      ...(name !== undefined && { name: name.trim() || release.tag }),
      ...(description !== undefined && { description }),
      ...(releasedAt !== undefined && { released_at: releasedAt }),
      ...(links !== undefined && { links: JSON.stringify(toLinks(links)) }),
    });
    if (milestones !== undefined)
      await setReleaseMilestones(ctx.db, release.id, await milestoneIds(ctx, access, milestones));
    if (releasedAt !== undefined) await planEvidence(ctx, row);
    await noteChange(ctx, row, 'update');
    return row;
  },
});

/** The tag stays. */
export const removeRelease = defineOperation<Which, Loaded, ReleaseRow>({
  name: 'release.delete',
  load,
  check,
  run: async (ctx, loaded) => {
    await deleteRelease(ctx.db, loaded.release.id);
    await noteChange(ctx, loaded.release, 'delete');
    return loaded.release;
  },
});

/** With its tag, by whoever may delete that. */
export const removeReleaseOfTag = (ctx: Context, projectId: number, tag: string): Promise<void> =>
  transact(ctx, async (inner) => {
    const release = await lockRelease(inner.db, projectId, tag);
    if (!release) return;
    await deleteRelease(inner.db, release.id);
    await noteChange(inner, release, 'delete');
  });

type LinkChange =
  | { kind: 'add'; link: ReleaseLinkInput }
  | { kind: 'update'; id: number; link: { [K in keyof ReleaseLinkInput]?: ReleaseLinkInput[K] | undefined } }
  | { kind: 'remove'; id: number };

/** Adds, changes or removes one link of a release; answers the link. */
export const changeReleaseLink = defineOperation<Which & { change: LinkChange }, Loaded, ReleaseLink>({
  name: 'release.change_link',
  load,
  check,
  run: async (ctx, { release }, { change }) => {
    const { links, link } = changedLinks(release.links, change);
    const row = await updateRelease(ctx.db, release.id, { links: JSON.stringify(checkedLinks(links)) });
    await noteChange(ctx, row, 'update');
    return link;
  },
});

function changedLinks(links: readonly ReleaseLink[], change: LinkChange): { links: ReleaseLink[]; link: ReleaseLink } {
  if (change.kind === 'add') {
    const link = toLink(change.link, Math.max(0, ...links.map(({ id }) => id)) + 1);
    return { links: [...links, link], link };
  }
  const before = links.find(({ id }) => id === change.id);
  if (!before) throw new AppError('not_found', { resource: 'Release link' });
  if (change.kind === 'remove') return { links: links.filter((link) => link !== before), link: before };
  const { name, url, filepath, direct_asset_path: path, link_type: linkType } = change.link;
  const link = {
    ...before,
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...((path ?? filepath) !== undefined && { filepath: path ?? filepath ?? null }),
    ...(linkType !== undefined && { linkType }),
  };
  return { links: links.map((each) => (each === before ? link : each)), link };
}
