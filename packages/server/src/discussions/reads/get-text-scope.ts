import type { Context } from '../../platform/context.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { type TextScope, textScopeOf } from '../markdown/reference-registry.ts';

/** Where a text of this project stands; not_found when the reader may not see it. */
export async function getTextScope(ctx: Context, idOrPath: string): Promise<TextScope> {
  const { project } = await getProjectAccess(ctx, idOrPath);
  return textScopeOf(project);
}
