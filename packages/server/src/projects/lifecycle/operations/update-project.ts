import { changeCiSettings, readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { AppError, failFields, type FieldErrors, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { childPathProblem, displayNameProblem } from '@tributary/contract/projects/names.ts';
import { branchRef, readRef, setDefaultBranch, validateBranchName } from '@tributary/git';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import {
  addRedirect,
  forgetRedirect,
  isPathTaken,
  lockNamespace,
  type NamespaceRow,
} from '../../namespaces/namespace-store.ts';
import { forbidsSharedRunners, PROJECT_RUNNERS_PROBLEM } from '../../namespaces/rules/shared-runners.ts';
import { visibilityProblem } from '../../namespaces/rules/visibility.ts';
import { changeGates } from '../../merge-gates/index.ts';
import { lockProject, type ProjectRow, updateProjectRow } from '../project-store.ts';
import {
  ciSettingsColumn,
  type SettingsColumns,
  settingsColumns,
  type SettingsInput,
  settingsProblem,
} from '../rules/settings.ts';

export type ProjectChangesInput = SettingsInput & {
  projectId: number;
  name?: string | undefined;
  path?: string | undefined;
  visibility?: Visibility | undefined;
  default_branch?: string | undefined;
};

type Changes = SettingsColumns & {
  name?: string;
  path?: string;
  full_path?: string;
  visibility?: Visibility;
  default_branch?: string;
  ci_settings?: string;
};

/** What the gates of a merge read. */
const GATE_SETTINGS = [
  'merge_method',
  'squash_option',
  'only_allow_merge_if_all_discussions_are_resolved',
  'only_allow_merge_if_all_status_checks_passed',
  'prevent_merge_without_jira_issue',
  'jira_url',
  'jira_project_keys',
  'merge_requests_enabled',
  'merge_requests_access_level',
  'repository_access_level',
  'visibility',
  'merge_request_title_regex',
  'only_allow_merge_if_pipeline_succeeds',
  'allow_merge_on_skipped_pipeline',
] as const;

/** Address and visibility are the owners'; the rest is for maintainers. */
function rightsRefusal(ctx: Context, { project, policy }: ProjectAccess, input: ProjectChangesInput): Refusal | null {
  const isMove =
    (input.path !== undefined && input.path !== project.path) ||
    (input.visibility !== undefined && input.visibility !== project.visibility);
  const ci = readCiSettings(project.ci_settings);
  const { ci_pipeline_variables_minimum_override_role: role = ci.ci_pipeline_variables_minimum_override_role } = input;
  const { max_artifacts_size: size = ci.max_artifacts_size } = input;
  // A role that only owners have is theirs to set and to take back.
  const isOwners =
    role !== ci.ci_pipeline_variables_minimum_override_role &&
    [role, ci.ci_pipeline_variables_minimum_override_role].includes('owner');
  return (
    can(ctx.actor, 'update_project', policy) ??
    (isMove || isOwners ? can(ctx.actor, 'move_project', policy) : null) ??
    (size === ci.max_artifacts_size ? null : can(ctx.actor, 'administer', INSTANCE))
  );
}

/** Changes settings, name, address or visibility. An old address keeps leading here. */
export const updateProject = defineOperation<ProjectChangesInput, ProjectAccess, void>({
  name: 'project.update',
  waitsForMerges: true,
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: rightsRefusal,
  run: async (ctx, access, input) => {
    if (GATE_SETTINGS.some((name) => input[name] !== undefined)) await changeGates(ctx, access.project.id, 'settings');
    const namespace = await lockNamespace(ctx.db, access.project.namespace_id);
    const project = await lockProject(ctx.db, access.project.id);
    if (!namespace || !project) throw new AppError('not_found', { resource: 'Project' });
    const changes = changesOf(project, namespace, input);
    if (Object.keys(changes).length === 0) return;
    const { ci_config_path: configPath, shared_runners_enabled: wantsRunners } = input;
    if (wantsRunners === true && changes.ci_settings !== undefined && forbidsSharedRunners(namespace)) {
      failFields({ shared_runners_enabled: [PROJECT_RUNNERS_PROBLEM] });
    }
    await checkFields(ctx, project, namespace, { ...changes, ci_config_path: configPath });
    if (changes.default_branch !== undefined) await moveHead(ctx, project, changes.default_branch);
    await updateProjectRow(ctx.db, project.id, changes);
    if (changes.full_path !== undefined) await redirectTo(ctx, project, changes.full_path);
    await announce(ctx, project, changes);
  },
});

function changesOf(project: ProjectRow, namespace: NamespaceRow, input: ProjectChangesInput): Changes {
  const wanted: Changes = { ...settingsColumns(input), ...ciSettingsColumn(project.ci_settings, input) };
  const name = input.name?.trim();
  if (name !== undefined) wanted.name = name;
  if (input.path !== undefined) {
    wanted.path = input.path;
    wanted.full_path = `${namespace.full_path}/${input.path}`;
  }
  if (input.visibility !== undefined) wanted.visibility = input.visibility;
  if (input.default_branch !== undefined) wanted.default_branch = input.default_branch;
  const current = { ...project, ci_settings: JSON.stringify(changeCiSettings(project.ci_settings, {})) };
  const changed = Object.entries(wanted).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(current[key as keyof ProjectRow]),
  );
  return Object.fromEntries(changed) as Changes;
}

async function checkFields(
  ctx: Context,
  project: ProjectRow,
  namespace: NamespaceRow,
  changes: Changes & Pick<SettingsInput, 'ci_config_path'>,
): Promise<void> {
  const fields: FieldErrors = {};
  const name = changes.name === undefined ? null : displayNameProblem(changes.name);
  if (name) fields['name'] = [name];
  if (changes.path !== undefined && changes.full_path !== undefined) {
    const problem = childPathProblem(changes.path);
    if (problem) fields['path'] = [problem];
    else if (await isPathTaken(ctx.db, changes.full_path, { projectId: project.id })) {
      fields['path'] = ['has already been taken'];
    }
  }
  if (changes.visibility !== undefined) {
    const parent = namespace.kind === 'group' ? namespace.visibility : undefined;
    const problem = visibilityProblem(changes.visibility, { parent });
    if (problem) fields['visibility_level'] = [problem];
  }
  Object.assign(
    fields,
    settingsProblem({
      ...titlePatternOf(project, changes),
      ci_config_path: changes.ci_config_path,
      ...(changes.jira_url !== undefined && { jira_url: changes.jira_url }),
      merge_pipelines_enabled: changes.merge_pipelines_enabled ?? project.merge_pipelines_enabled,
      merge_trains_enabled: changes.merge_trains_enabled ?? project.merge_trains_enabled,
      repository_access_level: changes.repository_access_level ?? project.repository_access_level,
      merge_requests_access_level: changes.merge_requests_access_level ?? project.merge_requests_access_level,
    }),
  );
  if (Object.keys(fields).length > 0) failFields(fields);
}

/** As it would be; looked at only when it changes. */
function titlePatternOf(project: ProjectRow, changes: Changes): SettingsColumns {
  const names = ['merge_request_title_regex', 'merge_request_title_regex_description'] as const;
  if (names.every((name) => changes[name] === undefined)) return {};
  return Object.fromEntries(names.map((name) => [name, changes[name] === undefined ? project[name] : changes[name]]));
}

/** A branch becomes the default one only when it is there, or when nothing is there yet. */
async function moveHead(ctx: Context, project: ProjectRow, branch: string): Promise<void> {
  const directory = ctx.repositories.directory(project.id);
  const missing = () =>
    failFields({
      base: [`Could not set the default branch. Do you have a branch named '${branch}' in your repository?`],
    });
  if (project.repository_state !== 'ready' || validateBranchName(branch) !== null) return missing();
  const exists = (await readRef(directory, branchRef(branch))) !== undefined;
  if (!exists && !project.is_empty) return missing();
  await setDefaultBranch(directory, branch);
  await emit(ctx, 'project.default_branch_changed', { projectId: project.id, branch });
}

/** The old address leads to the project from now on; a change of case only is the same address. */
export async function redirectTo(ctx: Context, project: ProjectRow, newFullPath: string): Promise<void> {
  await forgetRedirect(ctx.db, newFullPath);
  if (newFullPath.toLowerCase() === project.full_path.toLowerCase()) return;
  await addRedirect(ctx.db, project.full_path, { projectId: project.id });
}

async function announce(ctx: Context, project: ProjectRow, changes: Changes): Promise<void> {
  const entries = Object.entries(changes);
  await emit(ctx, 'project.updated', { projectId: project.id, changed: entries.map(([key]) => key) });
  await publish(ctx, `project:${project.id}`, 'changed', { id: project.id });
  if (changes.full_path !== undefined) {
    await emit(ctx, 'project.moved', {
      projectId: project.id,
      from: project.full_path,
      to: changes.full_path,
      fromNamespaceId: project.namespace_id,
    });
  }
  const details = entries.map(([key, to]) => [key, { from: project[key as keyof ProjectRow], to }]);
  await audit(ctx, 'project.updated', { type: 'project', id: project.id }, { changes: Object.fromEntries(details) });
}
