import { VISIBILITIES, type Visibility } from '@tributary/contract/core/access-levels.ts';
import type { NamespaceChoice, VisibilityChoice } from '@tributary/contract/projects/page.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { namespaceById, type NamespaceRow, visibilitiesInside } from '../namespace-store.ts';
import { visibilityProblem } from '../rules/visibility.ts';
import { listNamespaces } from './list-namespaces.ts';
import type { NamespaceView } from './namespace-views.ts';

const MAX_CHOICES = 200;
const DEVELOPER = 30;

/** Each visibility with why it cannot be taken below this parent. */
export function visibilityChoices(
  parent: Visibility | undefined,
  inside: { projects?: readonly Visibility[]; groups?: readonly Visibility[] } = {},
): VisibilityChoice[] {
  return VISIBILITIES.map((value) => ({ value, refusal: visibilityProblem(value, { parent, ...inside }) }));
}

function toChoice(view: NamespaceView): NamespaceChoice {
  return {
    id: view.id,
    kind: view.kind,
    name: view.fullName,
    fullPath: view.fullPath,
    avatarUrl: view.avatarUrl,
    visibilities: visibilityChoices(view.kind === 'group' ? view.visibility : undefined),
  };
}

/** Where the actor may make projects: their own namespace first, then groups in which they have at least this role. */
export async function namespacesForNewProject(ctx: Context): Promise<NamespaceChoice[]> {
  const page = await listNamespaces(ctx, { minLevel: DEVELOPER, orderBy: 'path' }, { page: 1, perPage: MAX_CHOICES });
  const own = actorId(ctx.actor);
  const isExternal = ctx.actor.kind === 'user' && ctx.actor.isExternal;
  const usable = page.items.filter((view) => view.kind === 'group' || (view.ownerId === own && !isExternal));
  return usable.toSorted((a, b) => Number(b.kind === 'user') - Number(a.kind === 'user')).map(toChoice);
}

/** Groups in which the actor may make subgroups. */
export async function parentGroups(ctx: Context): Promise<NamespaceChoice[]> {
  const filter = { kind: 'group', minLevel: 40, orderBy: 'path' } as const;
  return (await listNamespaces(ctx, filter, { page: 1, perPage: MAX_CHOICES })).items.map(toChoice);
}

/** Groups that a group may be moved into: neither where it is, nor itself, nor what lies in it. */
export async function groupTransferTargets(ctx: Context, group: NamespaceRow): Promise<NamespaceChoice[]> {
  const filter = { kind: 'group', minLevel: 40, orderBy: 'path', notBelowId: group.id } as const;
  const { items } = await listNamespaces(ctx, filter, { page: 1, perPage: MAX_CHOICES });
  return items.filter((view) => view.id !== group.parent_id).map(toChoice);
}

/** What a group's visibility may become. */
export async function groupVisibilities(ctx: Context, group: NamespaceRow): Promise<VisibilityChoice[]> {
  const parent = group.parent_id === null ? undefined : await namespaceById(ctx.db, group.parent_id);
  return visibilityChoices(parent?.visibility, await visibilitiesInside(ctx.db, group.id));
}

/** What a project's visibility may become. */
export async function projectVisibilities(ctx: Context, namespaceId: number): Promise<VisibilityChoice[]> {
  const namespace = await namespaceById(ctx.db, namespaceId);
  return visibilityChoices(namespace?.kind === 'group' ? namespace.visibility : undefined);
}
