import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { setProcessMode } from '../../store/resource-store.ts';
import { getResourceGroup, type ResourceGroup } from '../reads/resource-groups.ts';

type Change = { projectId: number; key: string; mode?: ResourceGroup['process_mode'] | undefined };

/** Which of the jobs that wait for the group is next. */
export const changeResourceGroup = defineOperation<
  Change,
  { access: ProjectAccess; row: ResourceGroup },
  ResourceGroup
>({
  name: 'resource_group.update',
  load: async (ctx, { projectId, key }) => {
    const access = await getProjectAccess(ctx, projectId);
    return { access, row: await getResourceGroup(ctx, access.project.id, key) };
  },
  check: (ctx, { access }) => can(ctx.actor, 'update_resource_group', featureOf(access, 'repository')),
  run: async (ctx, { access, row }, { mode }) => {
    if (mode === undefined || mode === row.process_mode) return row;
    await audit(ctx, 'resource_group.updated', { type: 'project', id: access.project.id }, { key: row.key, mode });
    return setProcessMode(ctx.db, row.id, mode);
  },
});
