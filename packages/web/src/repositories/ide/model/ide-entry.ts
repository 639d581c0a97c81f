import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { MrChange } from '../use-merge-request-changes.ts';
import { changeOf, type IdeChange, type IdeFile } from './ide-file.ts';
import { mimeTypeOf } from './mime-type.ts';

/** A file of the IDE as its tree, its tabs and its pane show it. The names are those of the specification. */
export type IdeEntry = {
  id: string;
  key: string;
  type: 'blob';
  name: string;
  path: string;
  parentPath: string;
  /** No branch has it. */
  tempFile: boolean;
  opened: boolean;
  active: boolean;
  loading: boolean;
  changed: boolean;
  change: IdeChange | null;
  staged: boolean;
  deleted: boolean;
  prevPath: string | null;
  lastCommitSha: string | null;
  /** As the branch has it, and as it is written here; null while that is not read, or is no text. */
  raw: string | null;
  content: string | null;
  size: number | null;
  /** Where the bytes of the branch are; null of a new file. */
  rawPath: string | null;
  mimeType: string;
  mrChange: MrChange | null;
};

export type IdeEntryContext = {
  projectPath: string;
  branch: string;
  open: readonly string[];
  active: string | null;
  openingPath: string | null;
  mrChange: ReadonlyMap<string, MrChange>;
};

function sizeOf({ text, encoding, base }: IdeFile): number | null {
  if (text === null) return base?.content == null ? null : new TextEncoder().encode(base.content).length;
  if (encoding === 'text') return new TextEncoder().encode(text).length;
  return Math.floor((text.length * 3) / 4) - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

/** The file under a path key, with what was done to it here. */
export function entryOf(path: string, file: IdeFile | null, context: IdeEntryContext): IdeEntry {
  const { projectPath, branch, open, active, openingPath, mrChange } = context;
  const shown = displayPath(path);
  const cut = shown.lastIndexOf('/');
  const was = file === null ? path : file.was;
  const change = file && changeOf(file);
  return {
    id: file?.id ?? path,
    key: `blob-${path}`,
    type: 'blob',
    name: shown.slice(cut + 1),
    path,
    parentPath: shown.slice(0, Math.max(0, cut)),
    tempFile: was === null,
    opened: file !== null && open.includes(file.id),
    active: file !== null && active === file.id,
    loading: openingPath === path,
    changed: change !== null,
    change,
    staged: change !== null && file?.isStaged === true,
    deleted: file?.isDeleted ?? false,
    prevPath: was !== null && was !== path ? was : null,
    lastCommitSha: file?.base?.lastCommitId ?? null,
    raw: file?.base?.content ?? null,
    content: file?.encoding === 'base64' ? null : (file?.text ?? file?.base?.content ?? null),
    size: file && sizeOf(file),
    rawPath: was === null ? null : repositoryPaths.raw(projectPath, branch, was),
    mimeType: mimeTypeOf(shown),
    mrChange: (was === null ? undefined : mrChange.get(was)) ?? null,
  };
}
