import { parseText, type StoredParser } from '../../../lib/storage.ts';

/** What somebody was writing in the file editor, kept on this device until it is committed or thrown away. */
export type FileDraft = {
  content: string;
  /** Path of a new or renamed file, and the message. */
  path: string;
  message: string;
  /** What the text was begun from, to notice that the file has changed since. */
  baseCommitId: string | null;
  savedAt: string;
};

export function draftKey(projectId: number, branch: string, path: string): string {
  return `draft.file.${projectId}.${branch}:${path}`;
}

export const parseFileDraft: StoredParser<FileDraft | null> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string) => parseText(fields.get(name));
  const content = text('content');
  const savedAt = text('savedAt');
  if (content === undefined || savedAt === undefined || Number.isNaN(Date.parse(savedAt))) return undefined;
  const message = text('message') ?? '';
  return { content, path: text('path') ?? '', message, baseCommitId: text('baseCommitId') ?? null, savedAt };
};
