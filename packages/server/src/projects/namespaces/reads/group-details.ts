import type { Context } from '../../../platform/context.ts';
import { renderMarkdown } from '../../../platform/markup/index.ts';
import { countInside, type NamespaceRow } from '../namespace-store.ts';

/** The description as HTML that is ready to be shown; what it mentions stays as it was written. */
export async function groupDescription(ctx: Context, group: NamespaceRow): Promise<string> {
  if (group.description === '') return '';
  const rendered = await renderMarkdown(group.description, {
    linkRoot: `/${group.full_path}`,
    instanceUrl: new URL(ctx.config.url).origin,
    resolveReference: new Map(),
  });
  return rendered.html;
}

/** What would go with the group. */
export function groupContents(ctx: Context, groupId: number): Promise<{ projects: number; subgroups: number }> {
  return countInside(ctx.db, groupId);
}
