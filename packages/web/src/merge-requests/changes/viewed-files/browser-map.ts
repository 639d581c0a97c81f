import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

/*
 * Reviewed files as browsers keep them where no server does: one entry a merge request, a map from
 * `file_identifier_hash` to names of the file, of which `hash:<file_hash>` is one. Other clients write into it too. What
 * they marked is taken over; what is written here follows the server, and nothing else is touched.
 *
 * Other clients know a file by a name of their own (`file.id`), which they write before its hash and take away with it. Files
 * have no such name here: a list of thousands of them would be a quarter longer for it. So the hash decides.
 */
type Entries = Record<string, unknown>;
type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (path: string) => `${path}-file-reviews`;
/** Hashes of the files whose marks were written here: those of others are told from them. */
const ownKeyOf = (path: string) => `${path}-file-reviews-taken`;
const HASH = 'hash:';
const nameOf = (file: DiffFileSummary) => HASH + file.file_hash;

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined; // Cut off, or of someone else.
  }
}

/** Null for a text that is no such map. */
function entriesOf(text: string | null): Entries | null {
  if (text === null) return {};
  const value = parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Null where this browser was never asked. An earlier form said only that it was: then all of it counts as own. */
function ownOf(box: Box, path: string): { hashes: Set<string>; isAll: boolean } {
  const value = parse(box.getItem(ownKeyOf(path)));
  if (Array.isArray(value)) return { hashes: new Set(value.map(String)), isAll: false };
  return { hashes: new Set(), isAll: value !== undefined };
}

const namesIn = (entry: unknown): unknown[] => (Array.isArray(entry) ? entry : []);

/** Without the names of this file: its hash, and what stands before that, by which other clients know it. */
function without(entry: unknown, file: DiffFileSummary): unknown[] {
  const names = namesIn(entry);
  return names.filter((name, at) => {
    const isBefore = names[at + 1] === nameOf(file) && !String(name).startsWith(HASH);
    return name !== nameOf(file) && name !== file.file_hash && !isBefore;
  });
}

/** Files that are marked in this browser and not by the server: before it kept marks, or by another client. */
export function takeBrowserMap(path: string, files: readonly DiffFileSummary[], box: Box = localStorage): string[] {
  try {
    const own = ownOf(box, path);
    const entries = entriesOf(box.getItem(keyOf(path))) ?? {};
    return files
      .filter((file) => namesIn(entries[file.file_identifier_hash]).includes(nameOf(file)))
      .map((file) => file.file_hash)
      .filter((hash) => !own.isAll && !own.hashes.has(hash));
  } catch {
    return []; // Storage is blocked: there is nothing to take.
  }
}

/** Lets the map say what the server says; of what others wrote, and of files that are not shown, it keeps what it has. */
export function mirrorToBrowser(
  path: string,
  files: readonly DiffFileSummary[],
  reviewed: ReadonlySet<string>,
  box: Box = localStorage,
): void {
  try {
    const own = ownOf(box, path);
    const entries = entriesOf(box.getItem(keyOf(path)));
    if (!entries) return;
    for (const file of files) {
      const { file_identifier_hash: key, file_hash: hash } = file;
      const has = namesIn(entries[key]).includes(nameOf(file));
      if (reviewed.has(hash)) {
        if (!has) entries[key] = [...namesIn(entries[key]), hash, nameOf(file)];
        own.hashes.add(hash);
      } else if (own.isAll || own.hashes.delete(hash)) {
        const rest = without(entries[key], file);
        if (rest.length > 0) entries[key] = rest;
        else if (has) delete entries[key];
      }
    }
    box.setItem(ownKeyOf(path), JSON.stringify([...own.hashes]));
    if (Object.keys(entries).length === 0) box.removeItem(keyOf(path));
    else box.setItem(keyOf(path), JSON.stringify(entries));
  } catch {
    // Blocked or full: the server has the marks.
  }
}
