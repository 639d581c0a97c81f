import { CI_DEFAULTS, type CiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { readGroupCiSettings } from '@tributary/contract/ci/group-ci-settings.ts';
import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { AppError, failFields, type FieldErrors, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  childPathProblem,
  displayNameProblem,
  isMoreVisible,
  MAX_DESCRIPTION_LENGTH,
  pathFromName,
} from '@tributary/contract/projects/names.ts';
import { refNameProblemText, validateBranchName } from '@tributary/git';
import { findUserLimits, getSettings } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import { insertMember } from '../../members/member-store.ts';
import {
  defaultBranchIn,
  isPathTaken,
  lockNamespace,
  type NamespaceRow,
  personalNamespaceOf,
} from '../../namespaces/namespace-store.ts';
import { forbidsSharedRunners, PROJECT_RUNNERS_PROBLEM } from '../../namespaces/rules/shared-runners.ts';
import { visibilityProblem } from '../../namespaces/rules/visibility.ts';
import { prepareRepository, prepareRepositoryJob } from '../prepare-repository.ts';
import { runProjectCreated } from '../project-hooks.ts';
import { countProjectsIn, insertProject, type ProjectRow } from '../project-store.ts';
import { ciSettingsColumn, settingsColumns, type SettingsInput, settingsProblem } from '../rules/settings.ts';

export type NewProjectInput = SettingsInput & {
  /** One of name and path is needed; the other is made from it. */
  name?: string | undefined;
  path?: string | undefined;
  /** The actor's own namespace when left out. */
  namespaceId?: number | undefined;
  visibility?: Visibility | undefined;
  default_branch?: string | undefined;
  withReadme?: boolean | undefined;
  /** An administrator makes it in the namespace of this user, as if the user had made it. */
  forUserId?: number | undefined;
};

const RECOVERY_DELAY_MS = 60_000;

/** The namespace something is to be made in; the actor's own when none is named. */
async function targetNamespace(ctx: Context, namespaceId: number | undefined): Promise<NamespaceAccess> {
  if (namespaceId !== undefined) return getNamespaceAccess(ctx, namespaceId);
  const id = actorId(ctx.actor);
  const own = id === undefined ? undefined : await personalNamespaceOf(ctx.db, id);
  if (!own) throw new AppError(id === undefined ? 'unauthenticated' : 'not_found', { resource: 'Namespace' });
  return getNamespaceAccess(ctx, own.id);
}

async function namespaceOfUser(ctx: Context, userId: number): Promise<NamespaceAccess> {
  const own = await personalNamespaceOf(ctx.db, userId);
  if (!own) throw new AppError('not_found', { resource: 'User' });
  return getNamespaceAccess(ctx, own.id);
}

/** May the actor put a project there? */
export function placingRefusal(ctx: Context, { namespace, policy }: NamespaceAccess): Refusal | null {
  if (namespace.deleting_since) return refuse('not_found', { resource: 'Namespace' });
  if (namespace.kind === 'group') return can(ctx.actor, 'create_project_in_group', policy);
  const isOwn = namespace.owner_id === actorId(ctx.actor);
  const isAdmin = ctx.actor.kind === 'system' || (ctx.actor.kind === 'user' && ctx.actor.isAdmin);
  if (!isOwn && !isAdmin) return refuse('forbidden');
  if (ctx.actor.kind === 'user' && ctx.actor.isExternal) return refuse('forbidden');
  return can(ctx.actor, 'create_personal_project', INSTANCE);
}

/** Throws when the user whose namespace this is has as many projects as they may have. The namespace is held. */
export async function checkProjectsLimit(ctx: Context, namespace: NamespaceRow): Promise<void> {
  if (namespace.owner_id === null || ctx.actor.kind !== 'user' || ctx.actor.isAdmin) return;
  const { projectsLimit: limit } = await findUserLimits(ctx, namespace.owner_id);
  if (limit === null || (await countProjectsIn(ctx.db, namespace.id)) < limit) return;
  throw new AppError('projects_limit_reached', { limit });
}

/**
 * Makes a project. The row comes first and says that its repository is being made; then the directory; then the row says
 * ready. A job that exists from the first step on finishes what a crash leaves.
 */
export const createProject = defineOperation<NewProjectInput, NamespaceAccess, ProjectRow>({
  name: 'project.create',
  transaction: false,
  load: (ctx, input) =>
    input.forUserId === undefined ? targetNamespace(ctx, input.namespaceId) : namespaceOfUser(ctx, input.forUserId),
  check: (ctx, access, input) =>
    (input.forUserId === undefined && input.max_artifacts_size == null
      ? null
      : can(ctx.actor, 'administer', INSTANCE)) ?? placingRefusal(ctx, access),
  run: async (ctx, access, input) => {
    const request = (project: ProjectRow) => ({ projectId: project.id, withReadme: input.withReadme ?? false });
    const project = await transact(ctx, async (inner) => {
      const row = await insertRow(inner, access, input);
      const runAt = new Date(inner.clock.now().getTime() + RECOVERY_DELAY_MS);
      await addJob(inner, prepareRepositoryJob, request(row), { runAt, key: `prepare-repository:${row.id}` });
      return row;
    });
    failpoint('project.row_written');
    return (await prepareRepository(ctx, request(project))) ?? project;
  },
});

async function insertRow(ctx: Context, access: NamespaceAccess, input: NewProjectInput): Promise<ProjectRow> {
  const namespace = await lockNamespace(ctx.db, access.namespace.id);
  if (!namespace || namespace.deleting_since) throw new AppError('not_found', { resource: 'Namespace' });
  await checkProjectsLimit(ctx, namespace);
  const visibility = input.visibility ?? (await defaultVisibility(ctx, namespace));
  const name = (input.name ?? input.path ?? '').trim();
  const path = input.path ?? pathFromName(input.name ?? '');
  await checkFields(ctx, { ...input, name, path, visibility }, namespace);
  const project = await insertProject(ctx.db, {
    ...settingsColumns(input),
    ...(await ciSettingsFor(ctx, namespace, input)),
    namespace_id: namespace.id,
    name,
    path,
    full_path: `${namespace.full_path}/${path}`,
    visibility,
    default_branch: input.default_branch ?? (await defaultBranchIn(ctx.db, namespace)),
    creator_id: input.forUserId ?? actorId(ctx.actor) ?? null,
    last_activity_at: ctx.clock.now(),
  });
  await addCreator(ctx, project, access);
  await runProjectCreated(ctx, project);
  await emit(ctx, 'project.created', { projectId: project.id });
  await audit(
    ctx,
    'project.created',
    { type: 'project', id: project.id },
    { full_path: project.full_path, visibility },
  );
  return project;
}

/** What a new project starts with, by the instance and its group. What is not stored has its default. */
export async function ciSettingsIn(ctx: Context, group: NamespaceRow): Promise<Partial<CiSettings>> {
  const { shared_runners_enabled: isShared } = await getSettings(ctx);
  const { shared_runners_setting: runners, pipeline_variables_default_role: role } = readGroupCiSettings(
    group.ci_settings,
  );
  return {
    ...((!isShared || runners !== 'enabled') && { shared_runners_enabled: false }),
    ...(role !== CI_DEFAULTS.ci_pipeline_variables_minimum_override_role && {
      ci_pipeline_variables_minimum_override_role: role,
    }),
  };
}

async function ciSettingsFor(ctx: Context, group: NamespaceRow, input: SettingsInput) {
  const inherited = await ciSettingsIn(ctx, group);
  return { ci_settings: JSON.stringify(inherited), ...ciSettingsColumn(inherited, input) };
}

/** The setting of the instance, as far as the group allows it. */
async function defaultVisibility(ctx: Context, namespace: NamespaceRow): Promise<Visibility> {
  const { default_project_visibility: usual } = await getSettings(ctx);
  return namespace.kind === 'group' && isMoreVisible(usual, namespace.visibility) ? namespace.visibility : usual;
}

const MAINTAINER = 40;

/** Who makes a project manages it, also where they are only developers. */
async function addCreator(ctx: Context, project: ProjectRow, access: NamespaceAccess): Promise<void> {
  const creator = actorId(ctx.actor);
  if (creator === undefined || access.namespace.kind === 'user' || access.level >= MAINTAINER) return;
  await insertMember(ctx.db, {
    user_id: creator,
    project_id: project.id,
    namespace_id: null,
    access_level: MAINTAINER,
    expires_at: null,
    created_by_id: creator,
  });
}

async function checkFields(
  ctx: Context,
  input: NewProjectInput & { name: string; path: string; visibility: Visibility },
  namespace: NamespaceRow,
): Promise<void> {
  const fields: FieldErrors = {};
  const name = displayNameProblem(input.name);
  if (name) fields['name'] = [name];
  const path = childPathProblem(input.path);
  if (path) fields['path'] = [path];
  else if (await isPathTaken(ctx.db, `${namespace.full_path}/${input.path}`)) {
    fields['path'] = ['has already been taken'];
    fields['name'] = ['has already been taken'];
  }
  const parent = namespace.kind === 'group' ? namespace.visibility : undefined;
  const visibility = visibilityProblem(input.visibility, { parent });
  if (visibility) fields['visibility_level'] = [visibility];
  const branch = input.default_branch === undefined ? null : validateBranchName(input.default_branch);
  if (branch) fields['default_branch'] = [refNameProblemText(branch)];
  if ((input.description ?? '').length > MAX_DESCRIPTION_LENGTH) {
    fields['description'] = [`is too long (maximum is ${MAX_DESCRIPTION_LENGTH} characters)`];
  }
  if (input.shared_runners_enabled === true && forbidsSharedRunners(namespace)) {
    fields['shared_runners_enabled'] = [PROJECT_RUNNERS_PROBLEM];
  }
  Object.assign(fields, settingsProblem({ ...settingsColumns(input), ci_config_path: input.ci_config_path }));
  if (Object.keys(fields).length > 0) failFields(fields);
}
