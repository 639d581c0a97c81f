import type { ComponentRequest, ExistsCondition, FetchedFile, FileSources, RuleConditions } from '@tributary/ci-config';
import { matchesAnyGlob, TEMPLATES } from '@tributary/ci-config';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isGitError, listChangedFiles, mergeBase, readBlobAt, readTreeRecursive } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getRevision } from '../../repositories/index.ts';
import { findReleasedVersion, LATEST_VERSION } from '../releases/released-versions.ts';
import { fetchRemote } from './fetch-remote.ts';

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_LISTED = 50_000;

/** A file of a repository at a commit as text. */
export async function readConfigFile(repo: string, sha: string, path: string): Promise<string | null> {
  try {
    const { content } = await readBlobAt(repo, sha, path.replace(/^\/+/, ''), { maxBytes: MAX_FILE_BYTES });
    return content.toString('utf8');
  } catch (error) {
    if (isGitError(error, 'not_found') || isGitError(error, 'invalid_path')) return null;
    throw error;
  }
}

async function listFiles(repo: string, sha: string): Promise<string[]> {
  const { entries } = await readTreeRecursive(repo, sha, { limit: MAX_LISTED });
  return entries.map(({ path }) => path);
}

type Place = { repo: string; sha: string };

/** A project as the user whose pipeline it is may read it. */
async function readableProject(ctx: Context, path: string): Promise<ProjectAccess | undefined> {
  try {
    const access = await getProjectAccess(ctx, path);
    return isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository')) ? access : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function readablePlace(ctx: Context, path: string, ref: string | null): Promise<Place | FetchedFile> {
  const access = await readableProject(ctx, path);
  if (!access) return { ok: false, reason: 'project_not_found' };
  const sha = await findVisibleSha(ctx, access, ref ?? access.project.default_branch ?? 'HEAD');
  return sha === undefined ? { ok: false, reason: 'ref_not_found' } : { repo: repositoryOf(ctx, access), sha };
}

/** A component: the file of its name in the folder `templates`, with the rights of the user of the pipeline. */
async function fetchComponent(ctx: Context, { project, name, version }: ComponentRequest): Promise<FetchedFile> {
  const access = await readableProject(ctx, project);
  if (!access) return { ok: false, reason: 'project_not_found' };
  const isLatest = version === LATEST_VERSION;
  const sha = isLatest ? undefined : await findVisibleSha(ctx, access, version);
  const release = await findReleasedVersion(ctx, access, version, { isPartial: sha === undefined });
  const at = sha ?? release?.sha;
  if (at === undefined) return { ok: false, reason: 'ref_not_found' };
  for (const path of [`templates/${name}.yml`, `templates/${name}/template.yml`]) {
    const text = await readConfigFile(repositoryOf(ctx, access), at, path);
    if (text !== null) return { ok: true, text, sha: at, path, release: release?.tag ?? null };
  }
  return { ok: false, reason: 'not_found' };
}

/** The commit of a branch, tag or id that the actor may see. */
async function findVisibleSha(ctx: Context, access: ProjectAccess, name: string): Promise<string | undefined> {
  try {
    return (await getRevision(ctx, access, name, 'Commit')).commitSha;
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return undefined;
    throw error;
  }
}

/** Where includes are read from: with the rights of the user of the pipeline, addresses through the outbound guard. */
export function configSources(
  ctx: Context,
  here: Place,
  generated: ReadonlyMap<string, string> = new Map(),
): FileSources {
  const placeOf = async (origin: { project: string; sha: string } | null): Promise<Place | FetchedFile> =>
    origin === null ? here : readablePlace(ctx, origin.project, origin.sha);
  const fileAt = async (place: Place | FetchedFile, path: string): Promise<FetchedFile> => {
    if (!('repo' in place)) return place;
    const text = await readConfigFile(place.repo, place.sha, path);
    return text === null ? { ok: false, reason: 'not_found' } : { ok: true, text, sha: place.sha };
  };
  return {
    fetchLocal: async (path, origin) => {
      const made = origin === null ? generated.get(path) : undefined;
      return made === undefined ? fileAt(await placeOf(origin), path) : { ok: true, text: made, sha: here.sha };
    },
    listLocal: async (origin) => {
      const place = await placeOf(origin);
      return 'repo' in place ? listFiles(place.repo, place.sha) : [];
    },
    componentHost: new URL(ctx.config.url).host,
    fetchComponent: (request) => fetchComponent(ctx, request),
    fetchProject: async ({ project, path, ref }) => fileAt(await readablePlace(ctx, project, ref), path),
    fetchRemote: (url, cacheSeconds) => fetchRemote(ctx, url, cacheSeconds),
    fetchTemplate: async (name) => {
      const text = Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : undefined;
      return text === undefined ? { ok: false, reason: 'not_found' } : { ok: true, text };
    },
  };
}

/** Answers for `rules:changes` and `rules:exists`. `changedSince`: null where there is nothing to compare with. */
export function ruleConditions(
  ctx: Context,
  here: Place & { access: ProjectAccess },
  changedSince: string | null,
): RuleConditions {
  const files = new Map<string, Promise<string[]>>();
  const filesAt = (place: Place) => {
    const key = `${place.repo}:${place.sha}`;
    const known = files.get(key) ?? listFiles(place.repo, place.sha);
    files.set(key, known);
    return known;
  };
  return {
    changedFiles: async (compareTo) => {
      let from = changedSince;
      if (compareTo !== null) {
        const sha = await findVisibleSha(ctx, here.access, compareTo);
        if (sha === undefined) return { status: 'invalid_ref' };
        from = await mergeBase(here.repo, sha, here.sha);
      }
      if (from === null) return { status: 'unknown' };
      const changed = await listChangedFiles(here.repo, { from, to: here.sha });
      return { status: 'known', paths: [...new Set(changed.flatMap(({ oldPath, newPath }) => [oldPath, newPath]))] };
    },
    exists: async ({ paths, project, ref }: ExistsCondition) => {
      const place = project === null ? here : await readablePlace(ctx, project, ref);
      return 'repo' in place && matchesAnyGlob([...paths], await filesAt(place));
    },
  };
}
