import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { RouteScope } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import {
  getNamespaceAccessByPath,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
} from '../../access/project-access.ts';
import { groupShell, projectShell, userShell } from '../reads/container-shells.ts';

/** Undefined for what is not there or may not be seen, so that the next kind of place is tried; `moved` goes on. */
async function ifFound<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function definePlace<S extends { policy: PolicySubject }>(place: {
  name: RouteScope['name'];
  load: (ctx: Context, fullPath: string) => Promise<S | undefined>;
  shell: (ctx: Context, subject: S) => ReturnType<RouteScope['shell']>;
}): RouteScope {
  return { ...place, shell: (ctx, subject) => place.shell(ctx, subject as S) };
}

async function namespaceOf(
  ctx: Context,
  fullPath: string,
  kind: 'user' | 'group',
): Promise<NamespaceAccess | undefined> {
  const found = await ifFound(getNamespaceAccessByPath(ctx, fullPath));
  return found?.namespace.kind === kind ? found : undefined;
}

export const routeScopes: RouteScope[] = [
  definePlace<ProjectAccess>({
    name: 'project',
    load: async (ctx, fullPath) => (fullPath.includes('/') ? ifFound(getProjectAccess(ctx, fullPath)) : undefined),
    shell: projectShell,
  }),
  definePlace<NamespaceAccess>({
    name: 'group',
    load: (ctx, fullPath) => namespaceOf(ctx, fullPath, 'group'),
    shell: groupShell,
  }),
  definePlace<NamespaceAccess>({
    name: 'user',
    load: (ctx, fullPath) => namespaceOf(ctx, fullPath, 'user'),
    shell: userShell,
  }),
];
