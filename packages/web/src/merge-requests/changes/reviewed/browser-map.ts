import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

/*
 * Reviewed files as browsers keep them where no server does: one entry a merge request, a map from
 * `file_identifier_hash` to names of the file. It is read once and then follows what the server knows.
 */
type Entries = Record<string, string[]>;
type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (path: string) => `${path}-file-reviews`;
const takenKeyOf = (path: string) => `${path}-file-reviews-taken`;
const nameOf = (file: DiffFileSummary) => `hash:${file.file_hash}`;

function parse(text: string | null): Entries {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    return Object.fromEntries(lists.map(([key, names]) => [key, names.map(String)]));
  } catch {
    return {}; // Not ours, or cut off: as good as absent.
  }
}

/** Files that this browser marked before the server kept marks; each browser is asked once a merge request. */
export function takeBrowserMap(path: string, files: readonly DiffFileSummary[], box: Box = localStorage): string[] {
  try {
    if (box.getItem(takenKeyOf(path)) !== null) return [];
    const entries = parse(box.getItem(keyOf(path)));
    box.setItem(takenKeyOf(path), '1');
    return files
      .filter((file) => entries[file.file_identifier_hash]?.includes(nameOf(file)))
      .map((file) => file.file_hash);
  } catch {
    return []; // Storage is blocked: there is nothing to take.
  }
}

/** Lets the map say what the server says; of files that are not shown it keeps what it has. */
export function mirrorToBrowser(
  path: string,
  files: readonly DiffFileSummary[],
  reviewed: ReadonlySet<string>,
  box: Box = localStorage,
): void {
  try {
    const entries = parse(box.getItem(keyOf(path)));
    for (const file of files) {
      if (reviewed.has(file.file_hash)) entries[file.file_identifier_hash] = [file.file_hash, nameOf(file)];
      else delete entries[file.file_identifier_hash];
    }
    if (Object.keys(entries).length === 0) box.removeItem(keyOf(path));
    else box.setItem(keyOf(path), JSON.stringify(entries));
  } catch {
    // Blocked or full: the server has the marks.
  }
}
