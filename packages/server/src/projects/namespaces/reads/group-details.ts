import type { Context } from '../../../platform/context.ts';
import { lastingUploads, renderMarkdown } from '../../../platform/markup/index.ts';
import { showReferences } from '../../text-references.ts';
import { countInside, type NamespaceRow } from '../namespace-store.ts';

/** The description as HTML that is ready to be shown to this reader. */
export async function groupDescription(ctx: Context, group: NamespaceRow): Promise<string> {
  if (group.description === '') return '';
  const rendered = await renderMarkdown(group.description, {
    linkRoot: `/${group.full_path}`,
    instanceUrl: new URL(ctx.config.url).origin,
  });
  const html = lastingUploads(rendered.html, { path: group.full_path, address: `/-/group/${group.id}` });
  return showReferences(ctx, null, html);
}

/** What would go with the group. */
export function groupContents(ctx: Context, groupId: number): Promise<{ projects: number; subgroups: number }> {
  return countInside(ctx.db, groupId);
}
