import type { SerializedJson } from '../../endpoints/http/serialized-json.ts';
import { actorId, tokenScopes } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ACCESS, NAMED, noteableCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { todayOf } from '../../projects/index.ts';
import { HTML_VERSION } from '../markdown/render-text.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import type { DiscussionView } from '../reads/note-views.ts';

type Made = { views: readonly DiscussionView[]; json: SerializedJson };
type Kept = { json: SerializedJson; isLasting: boolean };

/**
 * Threads of a thing as they are sent to this reader, made again only when something of them, of the users or of what
 * their texts name has changed. `what` tells the answers about one thing apart.
 */
export async function cachedThreads(
  ctx: Context,
  noteable: Noteable,
  what: readonly unknown[],
  make: () => Promise<Made>,
): Promise<SerializedJson> {
  const { id, type, place } = noteable;
  const reader = [actorId(ctx.actor) ?? ctx.actor.kind, tokenScopes(ctx.actor) ?? null, todayOf(ctx)];
  // Texts, system notes and users' standing tell of other things, also where nothing of that is shown now.
  const marks = [ACCESS, NAMED, place.mark, noteableCacheVersion(id)];
  const kept = await readCached<Kept>(ctx, {
    key: `threads:${JSON.stringify([type, id, ...reader, ...what])}`,
    marks: () => marks,
    load: async () => {
      const { views, json } = await make();
      return { json, isLasting: noteableDescriptor(type).hasMarks && isLasting(views) };
    },
    isLasting: (made) => made.isLasting,
    // With what is kept compressed of it.
    sizeBytes: ({ json }) => json.bytes.length * 1.2,
  });
  return (kept ?? (await make())).json;
}

/** Whether a suggestion can be applied hangs on a branch in git; a text that is still to be rendered becomes another one. */
function isLasting(views: readonly DiscussionView[]): boolean {
  return views.every(({ notes }) =>
    notes.every(({ row, suggestions }) => suggestions.length === 0 && row.html_version === HTML_VERSION),
  );
}
