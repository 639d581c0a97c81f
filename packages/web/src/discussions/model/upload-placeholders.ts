/** Where a file that is on its way will stand in the text. The id tells files of one name apart. */
export type UploadPlaceholder = { id: string; name: string; from: number; to: number };

const PLACE = /!?\[Uploading ([^\]\n]*)…\]\(upload:([0-9a-f]{8})\)/g;

export function uploadPlaceholderText(id: string, name: string): string {
  return `![Uploading ${name.replaceAll(/[[\]\\\s]+/g, ' ').trim()}…](upload:${id})`;
}

/** In the order of the text. */
export function findUploadPlaceholders(text: string): UploadPlaceholder[] {
  return [...text.matchAll(PLACE)].map((match) => ({
    name: match[1] ?? '',
    id: match[2] ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Places for several files at the caret, each on a line of its own and apart from the words around. */
export function insertPlaceholders(text: string, from: number, to: number, places: readonly string[]): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const lead = before === '' || /\s$/.test(before) ? '' : ' ';
  const tail = after === '' || /^\s/.test(after) ? '' : ' ';
  return `${lead}${places.join('\n')}${tail}`;
}

/** Where a caret stands after a piece of the text was replaced. */
export function movedCaret(caret: number, from: number, to: number, inserted: number): number {
  if (caret <= from) return caret;
  return caret >= to ? caret + inserted - (to - from) : from + inserted;
}
