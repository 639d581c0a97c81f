import type { MadeJson } from '../../faces/http/made-json.ts';
import { actorId, tokenScopes } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ACCESS, NAMED, noteableMark, projectMark } from '../../platform/recall/marks.ts';
import { recalled } from '../../platform/recall/recall.ts';
import { todayOf } from '../../projects/index.ts';
import { HTML_VERSION } from '../markdown/render-text.ts';
import type { Noteable } from '../noteable.ts';
import { tellsOfOthers } from '../reads/hidden-abouts.ts';
import type { DiscussionView } from '../reads/note-views.ts';

/** What there are marks for. Commits are known to git, which has none. */
const MARKED_TYPES: ReadonlySet<string> = new Set(['MergeRequest', 'Issue']);

type Made = { views: readonly DiscussionView[]; json: MadeJson };
type Kept = { json: MadeJson; namesOthers: boolean; isLasting: boolean };

/**
 * Threads of a thing as they are sent to this reader, made anew only when something of them, of the people or of what
 * their texts name has changed. `what` tells the answers about one thing apart.
 */
export async function rememberedThreads(
  ctx: Context,
  noteable: Noteable,
  what: readonly unknown[],
  make: () => Promise<Made>,
): Promise<MadeJson> {
  const { id, type, access } = noteable;
  const reader = [actorId(ctx.actor) ?? ctx.actor.kind, tokenScopes(ctx.actor) ?? null, todayOf(ctx)];
  const own = [ACCESS, projectMark(access.project.id), noteableMark(id)];
  const kept = await recalled<Kept>(ctx, {
    key: `threads:${JSON.stringify([type, id, ...reader, ...what])}`,
    marks: ({ namesOthers }) => (namesOthers ? [...own, NAMED] : own),
    load: async () => {
      const { views, json } = await make();
      const isAboutOthers = namesOthers(views) || (await tellsOfOthers(ctx, noteable));
      return { json, namesOthers: isAboutOthers, isLasting: MARKED_TYPES.has(type) && isLasting(views) };
    },
    isLasting: (made) => made.isLasting,
    sizeBytes: ({ json }) => json.bytes.length,
  });
  return (kept ?? (await make())).json;
}

/** References are kept as they were written and looked up for each reader. */
function namesOthers(views: readonly DiscussionView[]): boolean {
  return views.some(({ notes }) => notes.some(({ row }) => row.body_html.includes('<gl-ref')));
}

/** Whether a suggestion can be applied hangs on a branch in git; a text that is still to be rendered becomes another one. */
function isLasting(views: readonly DiscussionView[]): boolean {
  return views.every(({ notes }) =>
    notes.every(({ row, suggestions }) => suggestions.length === 0 && row.html_version === HTML_VERSION),
  );
}
