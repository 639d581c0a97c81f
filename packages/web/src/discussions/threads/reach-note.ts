type Prepare = (noteId: string) => void;

const lists = new Set<Prepare>();

/** For a list of notes that draws or lays out some of them later: is told of each that someone goes to. */
export function prepareNotes(prepare: Prepare): () => void {
  lists.add(prepare);
  return () => lists.delete(prepare);
}

/** The element of a note, drawn if need be and in its final place, so that it can be scrolled to; null where none is shown. */
export function reachNote(id: string): HTMLElement | null {
  for (const prepare of lists) prepare(id);
  return document.getElementById(`note_${id}`);
}
