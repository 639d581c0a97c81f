import type { Context } from '../../platform/context.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { type TextPlace, textPlaceOf } from '../markdown/reference-registry.ts';

/** Where a text of this project stands; not_found when the reader may not see it. */
export async function placeNamed(ctx: Context, idOrPath: string): Promise<TextPlace> {
  const { project } = await getProjectAccess(ctx, idOrPath);
  return textPlaceOf(project);
}
