import { parseText, type StoredParser } from '../../lib/storage.ts';
import { type DraftFields, type AutosavedFields, nameOf, writtenAt } from './draft-fields.ts';

/** What someone was writing in the file editor, kept until it is committed or thrown away. */
export type FileDraft = {
  /** Null where it is as the file has it. */
  content: string | null;
  /** Path of a new or renamed file, and the message; empty where there is none. */
  path: string;
  message: string;
  /** What the text was begun from, to notice that the file has changed since. */
  baseCommitId: string | null;
  savedAt: string | null;
};

/** Fields of the place; that of the path goes with the text. */
export const TEXT_FIELD = 'text';
const PATH_FIELD = 'text:path';
export const MESSAGE_FIELD = 'message';

export function fileDraftScope(projectId: number, branch: string, path: string): string {
  return `file:${projectId}:${nameOf(`${branch}:${path}`)}`;
}

/** Where the device alone kept it before the server did. */
export function oldDraftKey(projectId: number, branch: string, path: string): string {
  return `draft.file.${projectId}.${branch}:${path}`;
}

export function fieldsOfFile({ content, path, message, baseCommitId }: Omit<FileDraft, 'savedAt'>): DraftFields {
  return new Map([
    ...(content === null ? [] : [[TEXT_FIELD, { text: content, base: baseCommitId }] as const]),
    ...(path === '' ? [] : [[PATH_FIELD, { text: path, base: null }] as const]),
    ...(message === '' ? [] : [[MESSAGE_FIELD, { text: message, base: null }] as const]),
  ]);
}

export function fileOfFields(kept: AutosavedFields): FileDraft | null {
  if (kept.size === 0) return null;
  const content = kept.get(TEXT_FIELD);
  return {
    content: content?.text ?? null,
    path: kept.get(PATH_FIELD)?.text ?? '',
    message: kept.get(MESSAGE_FIELD)?.text ?? '',
    baseCommitId: content?.base ?? null,
    savedAt: writtenAt(kept),
  };
}

export const parseOldFileDraft: StoredParser<FileDraft | null> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string) => parseText(fields.get(name));
  const content = text('content');
  if (content === undefined) return undefined;
  const [path = '', message = '', baseCommitId = null] = ['path', 'message', 'baseCommitId'].map(text);
  return { content, path, message, baseCommitId, savedAt: text('savedAt') ?? null };
};
