import type { Extension } from '../../platform/extensions.ts';
import type { RestNote } from '@tributary/contract/discussions/rest.ts';
import type { Context } from '../../platform/context.ts';

/** Of notes with these ids those that the actor may read now. */
type ReadNotes = (ctx: Context, ids: readonly number[]) => Promise<ReadonlyMap<number, RestNote>>;

let readNotes: ReadNotes | undefined;

/** Lets entries about comments carry them. */
export function defineEventNotes(read: ReadNotes): Extension {
  return () => {
    readNotes = read;
  };
}

export async function notesOfEvents(
  ctx: Context,
  events: readonly { target_type: string | null; target_id: number | null }[],
): Promise<ReadonlyMap<number, RestNote>> {
  const ids = events.flatMap(({ target_type: type, target_id: id }) => (type === 'note' && id !== null ? id : []));
  return ids.length > 0 && readNotes ? readNotes(ctx, ids) : new Map<number, RestNote>();
}
