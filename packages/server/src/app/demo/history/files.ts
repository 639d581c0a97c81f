import type { Change, Edit } from '../story.ts';

/** A tree of files by path. Text is decoded when it is looked at. */
export type Files = ReadonlyMap<string, Buffer>;

export type FileChange = { path: string; content: Buffer | null };

export function textOf(files: Files, path: string): string {
  const content = files.get(path);
  if (!content) throw new Error(`there is no file ${path}`);
  return content.toString('utf8');
}

function replaceOnce(path: string, text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${path}: expected once, found ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}

function contentAfter(files: Files, edit: Edit): Buffer | null {
  if ('remove' in edit) return null;
  if ('create' in edit) return Buffer.from(edit.create);
  const before = textOf(files, edit.path);
  if ('append' in edit) return Buffer.from(before + edit.append);
  return Buffer.from(edit.replace.reduce((text, [from, to]) => replaceOnce(edit.path, text, from, to), before));
}

/** What a commit changes, and the files as they are after it. */
export function applyChange(files: Files, change: Change): { changes: FileChange[]; files: Files } {
  const after = new Map(files);
  const changes: FileChange[] = [];
  const edits = typeof change.edits === 'function' ? change.edits(files) : change.edits;
  for (const edit of edits) {
    const content = contentAfter(after, edit);
    if (content === null) after.delete(edit.path);
    else after.set(edit.path, content);
    changes.push({ path: edit.path, content });
  }
  return { changes, files: after };
}

/** Number of the only line, counted from 1, in which this text occurs. */
export function lineNumber(files: Files, path: string, text: string): number {
  const lines = textOf(files, path).split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  const [number] = found;
  if (number === undefined || found.length > 1) {
    throw new Error(`${path}: expected one line, found ${found.length}: ${text}`);
  }
  return number;
}
