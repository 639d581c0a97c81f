import { findMailAddress } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { getNamespaceAccess, getProjectAccess } from '../../access/project-access.ts';
import { hasMail } from '../../namespaces/namespace-store.ts';
import type { MemberContainer } from '../member-store.ts';
import { listMembers } from './list-members.ts';

/** As many of those who decide are sent a mail, those with the highest role first. */
const MAX_MAILS = 10;

/** Where mail about the place leads, and whether any is sent. */
async function addressOf(ctx: Context, place: MemberContainer) {
  if (place.kind === 'project') {
    const { project } = await getProjectAccess(ctx, place.id);
    const isMailed = await hasMail(ctx.db, { projectId: project.id, namespaceId: project.namespace_id });
    const settings = `/${project.full_path}/-`;
    return { fullPath: project.full_path, settings, members: `${settings}/project_members`, isMailed };
  }
  const { namespace } = await getNamespaceAccess(ctx, place.id);
  const isMailed = await hasMail(ctx.db, { projectId: null, namespaceId: namespace.id });
  const settings = `/groups/${namespace.full_path}/-`;
  return { fullPath: namespace.full_path, settings, members: `${settings}/group_members`, isMailed };
}

/** Addresses of those who manage the place: maintainers of a project, owners of a group. Nobody where mail is off. */
export async function managersToMail(ctx: Context, place: MemberContainer) {
  const { isMailed, ...where } = await addressOf(ctx, place);
  if (!isMailed) return { ...where, addresses: [] };
  const page = await listMembers(ctx, place, { inherited: true }, { page: 1, perPage: MAX_MAILS });
  const deciding = page.items.filter((member) => member.level >= (place.kind === 'project' ? 40 : 50));
  const found = await Promise.all(deciding.map(({ user }) => findMailAddress(ctx, user.id)));
  return { ...where, addresses: found.filter((address) => address !== undefined) };
}
