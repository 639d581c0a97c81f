import type { Context } from '../../platform/context.ts';
import { getNamespaceAccess, getProjectAccess } from '../../projects/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Choice } from '../rules/wants.ts';
import { type ChoiceScope, findChoice, listChoices } from '../store/settings.ts';
import { selfId } from '../viewer.ts';

/** What the user chose for a place; without a choice it follows the one for everything. */
export async function choiceAt(ctx: Context, place: ChoiceScope): Promise<Choice> {
  const found = await findChoice(ctx.db, selfId(ctx), place);
  if (found) return found;
  const isEverything = place.projectId === undefined && place.namespaceId === undefined;
  return { level: isEverything ? 'participating' : 'global', events: [] };
}

export type ContainerChoice = Choice & { kind: 'project' | 'group'; id: number; name: string; path: string };

/** Own choices for projects and groups that the user may see now. */
export async function containerChoices(ctx: Context): Promise<ContainerChoice[]> {
  const rows = await listChoices(ctx.db, selfId(ctx));
  const found: ContainerChoice[] = [];
  for (const { projectId, namespaceId, level, events } of rows) {
    const place = projectId === null ? await group(ctx, namespaceId ?? 0) : await project(ctx, projectId);
    if (place) found.push({ ...place, level, events });
  }
  return found.toSorted((a, b) => a.path.localeCompare(b.path));
}

async function project(ctx: Context, id: number) {
  const access = await orUndefined(getProjectAccess(ctx, id));
  return access && { kind: 'project' as const, id, name: access.project.name, path: access.project.full_path };
}

async function group(ctx: Context, id: number) {
  const access = await orUndefined(getNamespaceAccess(ctx, id));
  return access && { kind: 'group' as const, id, name: access.namespace.name, path: access.namespace.full_path };
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
