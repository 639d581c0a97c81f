import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { countsByNoteable, type NoteCounts } from '../store/discussions.ts';
import { listNoteAuthorIds } from '../store/notes.ts';
import { rememberedOf } from './remembered-of.ts';

/** Comments and threads by noteable id; every id has an entry. */
export async function noteCounts(ctx: Context, type: string, ids: readonly number[]): Promise<Map<number, NoteCounts>> {
  const [id] = ids;
  if (ids.length !== 1 || id === undefined) return countsByNoteable(ctx.db, type, ids);
  return rememberedOf(ctx, { type, id }, 'note_counts', () => countsByNoteable(ctx.db, type, ids));
}

/** Ids of everybody who commented, first speaker first. */
export async function noteAuthorIds(ctx: Context, noteable: Noteable): Promise<number[]> {
  const load = () => listNoteAuthorIds(ctx.db, keyOf(noteable));
  return rememberedOf(ctx, noteable, 'note_authors', load, ({ length }) => 8 * length);
}
