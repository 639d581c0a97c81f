import { MAX_AUTOSAVE_BYTES } from '@tributary/contract/discussions/autosaves.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '../../lib/app-error.ts';
import { formatBytes } from '../../lib/format.ts';
import { fetchFileNow, fetchText } from '../queries.ts';
import { readFile } from '../editor/upload-files.ts';
import type { DraftFile } from './model/ide-draft.ts';
import type { OpenFile } from './model/ide-state.ts';

/** A file as the branch has it now. Throws when it cannot be had. */
export async function loadIdeFile(projectPath: string, branch: string, path: string): Promise<OpenFile> {
  const page = await fetchFileNow(projectPath, branch, path);
  const base = { content: page.content, lastCommitId: page.lastCommitId };
  return { ...untouched(path), base, notice: page.notice };
}

/** A file that was left changed, on the text that it was begun from: that it moved on since is noticed by the commit. */
export async function restoreIdeFile(projectPath: string, branch: string, kept: DraftFile): Promise<OpenFile> {
  const { baseCommitId, path, was, text, encoding, isStaged, isDeleted } = kept;
  const notice = encoding === 'base64' ? 'binary' : null;
  const shared = { path, was, text, encoding, isStaged, isDeleted, notice } as const;
  if (was === null) return { ...shared, id: newId(), base: null };
  if (text === null) return { ...shared, id: was, base: null };
  if (encoding === 'base64') return { ...shared, id: was, base: { content: null, lastCommitId: baseCommitId } };
  const base =
    baseCommitId === null
      ? (await loadIdeFile(projectPath, branch, was)).base
      : { content: await fetchText(repositoryPaths.raw(projectPath, baseCommitId, was)), lastCommitId: baseCommitId };
  return { ...shared, id: was, base };
}

/** A file of the branch that was not read yet. */
export function untouched(path: string): OpenFile {
  const file = { id: path, path, was: path, base: null, text: null } as const;
  return { ...file, encoding: 'text', isStaged: true, isDeleted: false, notice: null };
}

/** What is kept of a chosen file until it is committed; its letters are a third more than its bytes. */
const MAX_CHOSEN_BYTES = (MAX_AUTOSAVE_BYTES / 4) * 3;

/** The content of a chosen file: text where it is text, else its bytes as base64. Throws `AppError`. */
export async function readChosen(file: File): Promise<{ content: string; encoding: OpenFile['encoding'] }> {
  if (file.size > MAX_CHOSEN_BYTES) {
    const message = `${file.name} is larger than ${formatBytes(MAX_CHOSEN_BYTES)}. Upload it on the page of its folder.`;
    throw new AppError({ status: 0, code: 'too_large', message });
  }
  const base64 = await readFile(file);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return { content: text, encoding: 'text' };
  } catch {
    // It is no text.
  }
  return { content: base64, encoding: 'base64' };
}

let made = 0;

/** Of a file that no branch has: no path key begins so. */
export function newId(): string {
  made += 1;
  return `\0${made}`;
}
