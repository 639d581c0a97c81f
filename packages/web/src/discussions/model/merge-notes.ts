import type { PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';

function byCreation(a: PageNote, b: PageNote): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : Number(a.id) - Number(b.id);
}

/** A thread that was settled meanwhile folds, one that was opened again unfolds, whichever way the news came. */
function isExpandedAfter(before: PageDiscussion, { resolved }: Pick<PageDiscussion, 'resolved'>): boolean {
  return resolved === before.resolved ? before.expanded : !resolved;
}

/** A thread is resolved when all its resolvable notes are; the flags of the thread follow its notes. */
function withNotes(discussion: PageDiscussion, notes: PageNote[]): PageDiscussion {
  const resolvable = notes.filter((note) => note.resolvable);
  const resolved = resolvable.length > 0 && resolvable.every((note) => note.resolved);
  const last = resolved ? resolvable.at(-1) : undefined;
  return {
    ...discussion,
    notes,
    resolvable: resolvable.length > 0,
    resolved,
    resolved_by: last?.resolved_by ?? null,
    resolved_at: last?.resolved_at ?? null,
    resolved_by_push: last?.resolved_by_push === true,
    expanded: isExpandedAfter(discussion, { resolved }),
  };
}

function isOlder(incoming: PageNote, known: PageNote): boolean {
  return incoming.updated_at < known.updated_at;
}

/** Puts a thread into the list, or replaces the one with its id. Repeats are harmless. */
export function putDiscussion(all: readonly PageDiscussion[], discussion: PageDiscussion): PageDiscussion[] {
  return putDiscussions(all, [discussion]);
}

/** The same for many at once; those that are new stand before the thread `before`, or last. */
export function putDiscussions(
  all: readonly PageDiscussion[],
  page: readonly PageDiscussion[],
  before?: string,
): PageDiscussion[] {
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const put = [...all];
  const added = new Map<string, PageDiscussion>();
  for (const discussion of page) {
    const place = places.get(discussion.id);
    const known = place === undefined ? undefined : all[place];
    if (place === undefined || !known) added.set(discussion.id, discussion);
    else put[place] = { ...discussion, expanded: isExpandedAfter(known, discussion) };
  }
  const at = before === undefined ? undefined : places.get(before);
  return put.toSpliced(at ?? put.length, 0, ...added.values());
}

/**
 * As the server lists them: what was `known` before it was asked and is not among its `ids` is gone, what came meanwhile
 * stands behind.
 */
export function asAnswered(
  shown: readonly PageDiscussion[],
  ids: readonly string[],
  known: ReadonlySet<string>,
): readonly PageDiscussion[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: PageDiscussion) => places.get(id) ?? ids.length;
  const isGone = ({ id }: PageDiscussion) => known.has(id) && !places.has(id);
  const all = shown.some(isGone) ? shown.filter((each) => !isGone(each)) : shown;
  const isSorted = all.every((each, at) => at === 0 || placeOf(all[at - 1] ?? each) <= placeOf(each));
  return isSorted ? all : all.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Merges notes that arrived later into the threads they belong to. A note older than the one already shown changes
 * nothing. Returns the ids of threads that are not here yet, to be fetched whole.
 */
export function mergeNotes(
  all: readonly PageDiscussion[],
  incoming: readonly PageNote[],
): { discussions: PageDiscussion[]; missing: string[] } {
  let discussions = [...all];
  const missing = new Set<string>();
  for (const note of incoming) {
    const at = discussions.findIndex((each) => each.id === note.discussion_id);
    const discussion = discussions[at];
    // A comment that has become a thread has other addresses and rights: it is asked for whole.
    if (!discussion || (discussion.individual_note && note.type !== null)) {
      missing.add(note.discussion_id);
      continue;
    }
    const known = discussion.notes.find((each) => each.id === note.id);
    if (known && isOlder(note, known)) continue;
    const notes = known
      ? discussion.notes.map((each) => (each.id === note.id ? note : each))
      : [...discussion.notes, note].toSorted(byCreation);
    discussions = discussions.with(at, withNotes(discussion, notes));
  }
  return { discussions, missing: [...missing] };
}

/** Without the note; a thread whose last words go, goes with them. */
export function removeNote(all: readonly PageDiscussion[], noteId: string): PageDiscussion[] {
  return all.flatMap((discussion) => {
    if (!discussion.notes.some((note) => note.id === noteId)) return [discussion];
    const notes = discussion.notes.filter((note) => note.id !== noteId);
    const wasSaid = discussion.notes.some((note) => !note.system);
    return notes.some((note) => !note.system || !wasSaid) ? [withNotes(discussion, notes)] : [];
  });
}
