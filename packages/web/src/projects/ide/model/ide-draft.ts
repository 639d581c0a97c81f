import { parseBoolean, parseList, parseText, type StoredParser } from '../../../lib/storage.ts';
import { changeOf, type IdeFile } from './ide-file.ts';

/** One changed file as it is kept on this device: its text and the commit that it was begun from. */
export type DraftFile = Pick<IdeFile, 'path' | 'was' | 'text' | 'isDeleted'> & { baseCommitId: string | null };
export type IdeDraft = { files: DraftFile[]; message: string; savedAt: string };

export function ideDraftKey(projectId: number, branch: string): string {
  return `draft.ide.${projectId}.${branch}`;
}

const parseFile: StoredParser<DraftFile> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const path = parseText(fields.get('path'));
  const isDeleted = parseBoolean(fields.get('isDeleted'));
  if (path === undefined || isDeleted === undefined) return undefined;
  const optional = (name: string) => parseText(fields.get(name)) ?? null;
  return { path, isDeleted, was: optional('was'), text: optional('text'), baseCommitId: optional('baseCommitId') };
};

export const parseIdeDraft: StoredParser<IdeDraft | null> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const files = parseList(parseFile)(fields.get('files'));
  const savedAt = parseText(fields.get('savedAt'));
  if (files === undefined || savedAt === undefined || Number.isNaN(Date.parse(savedAt))) return undefined;
  return { files, message: parseText(fields.get('message')) ?? '', savedAt };
};

/** What there is to keep; null when nothing differs from the branch. */
export function draftOf(files: readonly IdeFile[], message: string): IdeDraft | null {
  const changed = files.filter((file) => changeOf(file) !== null);
  if (changed.length === 0 && message === '') return null;
  return {
    files: changed.map(({ path, was, text, isDeleted, base }) => ({
      path,
      was,
      text,
      isDeleted,
      baseCommitId: base?.lastCommitId ?? null,
    })),
    message,
    savedAt: new Date().toISOString(),
  };
}
