import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { isMoreVisible } from '@tributary/contract/projects/names.ts';
import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { countForks, isForkedFrom, setForkRelation } from '../fork-store.ts';
import { forkRefusal } from './fork-project.ts';

export type ForkLink = { projectId: number; sourceId: number };
type Loaded = { fork: ProjectAccess; source: ProjectAccess };

/** Says of an existing project that it is a fork of another one, as when it was imported. Nothing in repositories changes. */
export const linkFork = defineOperation<ForkLink, Loaded, void>({
  name: 'project.link_fork',
  load: async (ctx, input) => ({
    fork: await getProjectAccess(ctx, input.projectId),
    source: await getProjectAccess(ctx, input.sourceId),
  }),
  check: (ctx, { fork, source }): Refusal | null =>
    can(ctx.actor, 'change_project_lifecycle', fork.policy) ?? forkRefusal(ctx, source),
  run: async (ctx, { fork: { project }, source: { project: source } }) => {
    if (project.forked_from_id !== null) throw new AppError('fork_exists');
    if (await isForkedFrom(ctx.db, source.id, project.id)) throw new AppError('fork_of_itself');
    if (isMoreVisible(project.visibility, source.visibility)) throw new AppError('fork_too_visible');
    await setForkRelation(ctx.db, project.id, source.id);
    await countForks(ctx.db, source.id);
    await audit(ctx, 'project.fork_linked', { type: 'project', id: project.id }, { source: source.full_path });
  },
});
