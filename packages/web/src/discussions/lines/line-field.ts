/** Begins the names of the autosaved texts of lines. */
export const LINE_FIELD = 'line-';
/** Begins the names of those about whole files. */
const FILE_FIELD = 'file-';

/** Where what is written about a whole file is kept among the texts of the page. */
export function fieldOfFile(fileHash: string): string {
  return FILE_FIELD + fileHash;
}

/** The place of the form about a whole file, among those of its lines. */
export function formOfFile(fileHash: string): string {
  return `${fileHash}_file`;
}

/** The place of the form that a autosaved text belongs to; null for texts of other fields. */
export function formOfField(field: string): string | null {
  if (field.startsWith(LINE_FIELD)) return field.slice(LINE_FIELD.length);
  return field.startsWith(FILE_FIELD) ? formOfFile(field.slice(FILE_FIELD.length)) : null;
}
