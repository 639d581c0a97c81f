import { parseBoolean, parseList, parseText, type StoredParser } from '../../../lib/storage.ts';
import { type DraftFields, type AutosavedFields, nameOf, writtenAt } from '../../model/draft-fields.ts';
import { changeOf, type IdeFile } from './ide-file.ts';

/** One changed file as it is kept: its text and the commit that it was begun from. */
export type DraftFile = Pick<IdeFile, 'path' | 'was' | 'text' | 'encoding' | 'isStaged' | 'isDeleted'> & {
  baseCommitId: string | null;
};
export type IdeDraft = { files: DraftFile[]; message: string; savedAt: string | null };

const MESSAGE_FIELD = 'message';
/** Of what is done to the file beside its text: goes with that. */
const ABOUT = ':file';

export function ideDraftScope(projectId: number, branch: string): string {
  return `ide:${projectId}:${nameOf(branch)}`;
}

/** Where the device alone kept it before the server did. */
export function oldIdeDraftKey(projectId: number, branch: string): string {
  return `draft.ide.${projectId}.${branch}`;
}

/** The field of a file's text; it stays while the file of a branch is renamed. */
export function fieldOfFile({ was, path }: Pick<IdeFile, 'was' | 'path'>): string {
  return `f.${nameOf(was ?? path)}`;
}

const parseFile: StoredParser<DraftFile> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const path = parseText(fields.get('path'));
  const isDeleted = parseBoolean(fields.get('isDeleted'));
  if (path === undefined || isDeleted === undefined) return undefined;
  const optional = (name: string) => parseText(fields.get(name)) ?? null;
  return {
    path,
    isDeleted,
    was: optional('was'),
    text: optional('text'),
    // Drafts from before files could be chosen hold text, and all of it went into the commit.
    encoding: fields.get('encoding') === 'base64' ? 'base64' : 'text',
    isStaged: parseBoolean(fields.get('isStaged')) ?? true,
    baseCommitId: optional('baseCommitId'),
  };
};

export const parseOldIdeDraft: StoredParser<IdeDraft | null> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const files = parseList(parseFile)(fields.get('files'));
  if (files === undefined) return undefined;
  return { files, message: parseText(fields.get('message')) ?? '', savedAt: parseText(fields.get('savedAt')) ?? null };
};

/** The changed ones, as they are kept. */
export function draftFilesOf(files: readonly IdeFile[]): DraftFile[] {
  return files
    .filter((file) => changeOf(file) !== null)
    .map(({ path, was, text, encoding, isStaged, isDeleted, base }) => ({
      path,
      was,
      text,
      encoding,
      isStaged,
      isDeleted,
      baseCommitId: base?.lastCommitId ?? null,
    }));
}

export function fieldsOfIde({ files, message }: Pick<IdeDraft, 'files' | 'message'>): DraftFields {
  return new Map([
    ...(message === '' ? [] : [[MESSAGE_FIELD, { text: message, base: null }] as const]),
    ...files.flatMap(({ path, was, text, encoding, isStaged, isDeleted, baseCommitId }) => {
      const field = fieldOfFile({ was, path });
      const about = { text: JSON.stringify({ path, was, encoding, isStaged, isDeleted }), base: null };
      return [
        [`${field}${ABOUT}`, about] as const,
        ...(text === null ? [] : [[field, { text, base: baseCommitId }] as const]),
      ];
    }),
  ]);
}

function aboutOf(text: string): DraftFile | undefined {
  try {
    return parseFile(JSON.parse(text));
  } catch {
    return undefined; // Written by something else.
  }
}

export function ideOfFields(kept: AutosavedFields): IdeDraft | null {
  const files = [...kept].flatMap(([field, { text: about }]) => {
    const file = field.endsWith(ABOUT) ? aboutOf(about) : undefined;
    const text = kept.get(field.slice(0, -ABOUT.length));
    return file ? [{ ...file, text: text?.text ?? null, baseCommitId: text?.base ?? null }] : [];
  });
  const message = kept.get(MESSAGE_FIELD)?.text ?? '';
  return files.length === 0 && message === '' ? null : { files, message, savedAt: writtenAt(kept) };
}
