import type { ResolvedReference } from '../../platform/markup/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { defineReferenceResolver } from '../markdown/reference-registry.ts';
import { picturePath } from './picture.ts';
import { visibleEmoji } from './reads/visible-emoji.ts';

/** `:party_blob:` in texts of projects; what no group above the project has stays as it was written. */
defineReferenceResolver('emoji', async (ctx, references, place) => {
  const resolved = new Map<string, ResolvedReference>();
  const access = place && (await accessOf(ctx, place.projectId));
  if (!access) return resolved;
  const names = [...new Set(references.map((reference) => reference.value))];
  const rows = await visibleEmoji(ctx, access.project.namespace_id, names);
  const byName = new Map(rows.map((row) => [row.name, row]));
  for (const { key, value } of references) {
    const row = byName.get(value);
    if (row) resolved.set(key, { href: picturePath(row.file_name) });
  }
  return resolved;
});

async function accessOf(ctx: Context, projectId: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
