import { refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { deleteResource, findResource, insertResource } from './catalog-store.ts';

type Loaded = { access: ProjectAccess; isResource: boolean };

/** Offers the components of a project in the catalog, or takes them out. Its releases stay as they are. */
export const setCatalogResource = defineOperation<{ projectId: number; isResource: boolean }, Loaded, void>({
  name: 'catalog_resource.set',
  load: async (ctx, { projectId }) => ({
    access: await getProjectAccess(ctx, projectId),
    isResource: (await findResource(ctx.db, projectId)) !== undefined,
  }),
  check: (ctx, { access, isResource }, input) => {
    const denied = can(ctx.actor, 'admin_catalog_resource', access.policy);
    if (denied || !input.isResource || isResource) return denied;
    return access.project.description.trim() === '' ? refuse('catalog_needs_description') : null;
  },
  run: async (ctx, _loaded, { projectId, isResource }) => {
    const isChanged = isResource ? await insertResource(ctx.db, projectId) : await deleteResource(ctx.db, projectId);
    if (!isChanged) return;
    const action = isResource ? 'catalog_resource.created' : 'catalog_resource.deleted';
    await audit(ctx, action, { type: 'project', id: projectId });
  },
});
