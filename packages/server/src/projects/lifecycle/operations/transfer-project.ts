import { AppError, failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import {
  getNamespaceAccess,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
} from '../../access/project-access.ts';
import { isPathTaken, lockNamespace } from '../../namespaces/namespace-store.ts';
import { forbidsSharedRunners } from '../../namespaces/rules/shared-runners.ts';
import { visibilityProblem } from '../../namespaces/rules/visibility.ts';
import { lockProject, updateProjectRow } from '../project-store.ts';
import { ciSettingsColumn } from '../rules/settings.ts';
import { checkProjectsLimit, placingRefusal } from './create-project.ts';
import { redirectTo } from './update-project.ts';

export type TransferProjectInput = {
  projectId: number;
  /** Number or full path. */
  namespace: string | number;
};

type Loaded = { access: ProjectAccess; target: NamespaceAccess };

/** Moves a project to another namespace where the actor may make projects. Its own members stay. */
export const transferProject = defineOperation<TransferProjectInput, Loaded, void>({
  name: 'project.transfer',
  load: async (ctx, input) => ({
    access: await getProjectAccess(ctx, input.projectId),
    target: await getNamespaceAccess(ctx, input.namespace),
  }),
  check: (ctx, { access, target }) => {
    const denied = can(ctx.actor, 'move_project', access.policy) ?? placingRefusal(ctx, target);
    if (denied) return denied;
    return target.namespace.id === access.project.namespace_id ? refuse('transfer_same_namespace') : null;
  },
  run: async (ctx, { access, target }) => {
    // Always in the same order, so that two transfers cannot wait for each other.
    for (const id of [access.project.namespace_id, target.namespace.id].toSorted((a, b) => a - b)) {
      await lockNamespace(ctx.db, id);
    }
    const project = await lockProject(ctx.db, access.project.id);
    const namespace = (await getNamespaceAccess(ctx, target.namespace.id)).namespace;
    if (!project) throw new AppError('not_found', { resource: 'Project' });
    await checkProjectsLimit(ctx, namespace);
    const fullPath = `${namespace.full_path}/${project.path}`;
    if (await isPathTaken(ctx.db, fullPath)) throw new AppError('transfer_path_taken');
    const parent = namespace.kind === 'group' ? namespace.visibility : undefined;
    const problem = visibilityProblem(project.visibility, { parent });
    if (problem) failFields({ visibility_level: [problem] });
    await updateProjectRow(ctx.db, project.id, {
      namespace_id: namespace.id,
      full_path: fullPath,
      ...(forbidsSharedRunners(namespace) && ciSettingsColumn(project.ci_settings, { shared_runners_enabled: false })),
    });
    await redirectTo(ctx, project, fullPath);
    const change = { from: project.full_path, to: fullPath };
    await emit(ctx, 'project.moved', { projectId: project.id, ...change, fromNamespaceId: project.namespace_id });
    await audit(ctx, 'project.transferred', { type: 'project', id: project.id }, change);
    await publish(ctx, `project:${project.id}`, 'access_changed', { id: project.id });
  },
});
