import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { VISIBILITIES } from '@tributary/contract/core/access-levels.ts';
import { AppError, failFields, type FieldErrors, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { childPathProblem, displayNameProblem, isMoreVisible } from '@tributary/contract/projects/names.ts';
import { branchRef, readRef, validateBranchName } from '@tributary/git';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import {
  checkProjectsLimit,
  ciSettingsIn,
  featureOf,
  getNamespaceAccess,
  getProjectAccess,
  insertProject,
  isPathTaken,
  lockNamespace,
  type NamespaceAccess,
  personalNamespaceOf,
  placingRefusal,
  type ProjectAccess,
  repositoryOf,
  type ProjectRow,
  runProjectCreated,
} from '../../../projects/index.ts';
import { countForks } from '../fork-store.ts';
import { forkRepositoryJob } from '../jobs/fork-repository.ts';

export type NewFork = {
  sourceId: number;
  /** Id or full path; the actor's own namespace when left out. */
  namespace?: string | number | undefined;
  path?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  /** The only branch to copy; all when left out or empty. */
  branch?: string | undefined;
};

type Loaded = { source: ProjectAccess; target: NamespaceAccess };

/**
 * A copy of a project that knows where it comes from. The row is there at once and says `forking`; a job brings the
 * repository. The right to read the source is asked again when the job reads it.
 */
export const forkProject = defineOperation<NewFork, Loaded, ProjectRow>({
  name: 'project.fork',
  load: async (ctx, input) => ({
    source: await getProjectAccess(ctx, input.sourceId),
    target: await targetOf(ctx, input.namespace),
  }),
  check: (ctx, { source, target }) => forkRefusal(ctx, source) ?? placingRefusal(ctx, target),
  run: async (ctx, { source, target }, input) => {
    await checkBranch(repositoryOf(ctx, source), input.branch);
    const project = await insertFork(ctx, source, target, input);
    await runProjectCreated(ctx, project);
    await emit(ctx, 'project.created', { projectId: project.id });
    await audit(ctx, 'project.forked', { type: 'project', id: project.id }, { source: source.project.full_path });
    await countForks(ctx.db, source.project.id);
    await addJob(ctx, forkRepositoryJob, { projectId: project.id }, { key: `fork-repository:${project.id}` });
    return project;
  },
});

/** Why this project may not be forked by the actor, or null. */
export function forkRefusal(ctx: Context, source: ProjectAccess): Refusal | null {
  return (
    can(ctx.actor, 'read_code', featureOf(source, 'repository')) ??
    can(ctx.actor, 'fork_project', featureOf(source, 'forking'))
  );
}

async function targetOf(ctx: Context, namespace: string | number | undefined): Promise<NamespaceAccess> {
  if (namespace !== undefined) return getNamespaceAccess(ctx, namespace);
  const id = actorId(ctx.actor);
  const own = id === undefined ? undefined : await personalNamespaceOf(ctx.db, id);
  if (!own) throw new AppError(id === undefined ? 'unauthenticated' : 'not_found', { resource: 'Target Namespace' });
  return getNamespaceAccess(ctx, own.id);
}

/** The widest that neither the source nor the namespace forbids. */
export function forkVisibilities(
  source: Visibility,
  namespace: { kind: string; visibility: Visibility },
): Visibility[] {
  return VISIBILITIES.filter(
    (each) =>
      !isMoreVisible(each, source) && (namespace.kind !== 'group' || !isMoreVisible(each, namespace.visibility)),
  );
}

async function insertFork(
  ctx: Context,
  { project: source }: ProjectAccess,
  { namespace: target }: NamespaceAccess,
  input: NewFork,
): Promise<ProjectRow> {
  const namespace = await lockNamespace(ctx.db, target.id);
  if (!namespace || namespace.deleting_since) throw new AppError('not_found', { resource: 'Target Namespace' });
  await checkProjectsLimit(ctx, namespace);
  const allowed = forkVisibilities(source.visibility, namespace);
  const visibility = input.visibility ?? allowed.at(-1) ?? 'private';
  if (!allowed.includes(visibility)) throw new AppError('fork_too_visible');
  const path = input.path ?? source.path;
  const name = (input.name ?? source.name).trim();
  const fullPath = `${namespace.full_path}/${path}`;
  await checkNames(ctx, { name, path, fullPath });
  return insertProject(ctx.db, {
    namespace_id: namespace.id,
    name,
    path,
    full_path: fullPath,
    description: input.description ?? source.description,
    visibility,
    default_branch: input.branch || source.default_branch,
    fork_branch: input.branch || null,
    repository_state: 'forking',
    forked_from_id: source.id,
    creator_id: actorId(ctx.actor) ?? null,
    topics: source.topics,
    merge_method: source.merge_method,
    squash_option: source.squash_option,
    ci_settings: JSON.stringify(await ciSettingsIn(ctx, namespace)),
    last_activity_at: ctx.clock.now(),
  });
}

async function checkBranch(repo: string, branch: string | undefined): Promise<void> {
  if (!branch || (validateBranchName(branch) === null && (await readRef(repo, branchRef(branch))) !== undefined))
    return;
  failFields({ branches: [`has no branch named '${branch}'`] });
}

async function checkNames(ctx: Context, names: { name: string; path: string; fullPath: string }): Promise<void> {
  const fields: FieldErrors = {};
  const name = displayNameProblem(names.name);
  if (name) fields['name'] = [name];
  const path = childPathProblem(names.path);
  if (path) fields['path'] = [path];
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', {}, { fields });
  if (!(await isPathTaken(ctx.db, names.fullPath))) return;
  const taken = { name: ['has already been taken'], path: ['has already been taken'] };
  throw new AppError('validation_failed', {}, { fields: taken, status: 409 });
}
