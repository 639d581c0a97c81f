import type { EntryKind, ReadmeView, TreeEntryView, TreeView } from '@tributary/contract/projects/repository-views.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { displayPath, encodingAt, readBlob, readBlobAt, type TreeEntry, isGitError } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { findInvisible } from '../../platform/markup/index.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { decodeText } from './decode-text.ts';
import { isMarkdown, pickReadme } from '../rules/file-kinds.ts';
import { parseGitmodules, submoduleHref } from '../rules/gitmodules.ts';
import { renderFile } from './file-html.ts';

export const MAX_TREE_ENTRIES = 2_000;
const MAX_README_BYTES = 1024 * 1024;
const MAX_GITMODULES_BYTES = 256 * 1024;

export function entryKind(entry: Pick<TreeEntry, 'mode'>): EntryKind {
  switch (entry.mode) {
    case '040000':
      return 'directory';
    case '160000':
      return 'submodule';
    case '120000':
      return 'symlink';
    case '100755':
      return 'executable';
    default:
      return 'file';
  }
}

/** Labels of the misleading characters in a name, or undefined. */
export function hiddenIn(text: string): string[] | undefined {
  const labels = [...new Set(findInvisible(text).map((range) => range.label))];
  return labels.length === 0 ? undefined : labels;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Directories and submodules first, then by name, as users look for things. */
export function sortEntries(entries: readonly TreeEntry[]): TreeEntry[] {
  const rank = (entry: TreeEntry) => (entry.type === 'blob' ? 1 : 0);
  return entries.toSorted(
    (a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1),
  );
}

export type TreeLocation = { sha: string; refName: string; path: string };

export async function treeView(
  ctx: Context,
  access: ProjectAccess,
  place: TreeLocation,
  entries: readonly TreeEntry[],
): Promise<TreeView> {
  const sorted = sortEntries(entries);
  const shown = sorted.slice(0, MAX_TREE_ENTRIES);
  const modules = shown.some((entry) => entry.type === 'commit')
    ? await submodulesAt(repositoryOf(ctx, access), place.sha)
    : new Map<string, string>();
  return {
    entries: shown.map((entry) => entryView(access, place.refName, entry, modules)),
    isTruncated: sorted.length > shown.length,
    totalEntries: sorted.length,
    lastCommitsPath: repositoryPaths.lastCommits(access.project.full_path, place.refName, place.path),
  };
}

function entryView(
  access: ProjectAccess,
  refName: string,
  entry: TreeEntry,
  modules: ReadonlyMap<string, string>,
): TreeEntryView {
  const project = access.project.full_path;
  const name = displayPath(entry.name);
  const hidden = hiddenIn(name);
  const base = { kind: entryKind(entry), name, path: entry.path, ...(hidden && { hiddenCharacters: hidden }) };
  if (entry.type === 'tree') return { ...base, href: repositoryPaths.tree(project, refName, entry.path) };
  if (entry.type === 'blob') return { ...base, href: repositoryPaths.blob(project, refName, entry.path) };
  const url = modules.get(entry.path) ?? null;
  const href = url === null ? null : submoduleHref(url, project);
  return { ...base, submodule: { url, sha: entry.oid }, ...(href !== null && { href }) };
}

/** Addresses of the submodules at a commit, by path. */
export async function submodulesAt(repo: string, sha: string): Promise<Map<string, string>> {
  try {
    const file = await readBlobAt(repo, sha, '.gitmodules', { maxBytes: MAX_GITMODULES_BYTES });
    // A symlink is a file of its own here, and its text lists nothing.
    return parseGitmodules(decodeText(file.content)?.text ?? '');
  } catch (error) {
    if (isGitError(error, 'not_found')) return new Map();
    throw error;
  }
}

/** The README of a directory, rendered, or null. */
export async function readmeView(
  ctx: Context,
  access: ProjectAccess,
  place: TreeLocation,
  entries: readonly TreeEntry[],
): Promise<ReadmeView | null> {
  const files = entries.filter((entry) => entry.mode === '100644' || entry.mode === '100755');
  const entry = pickReadme(files);
  if (!entry) return null;
  const name = displayPath(entry.name);
  const base = {
    path: entry.path,
    name,
    href: repositoryPaths.blob(access.project.full_path, place.refName, entry.path),
  };
  try {
    const content = await readBlob(repositoryOf(ctx, access), entry.oid, { maxBytes: MAX_README_BYTES });
    const encoding = await encodingAt(repositoryOf(ctx, access), place.sha, entry.path, content);
    const text = decodeText(content, encoding)?.text ?? null;
    if (text === null || !isMarkdown(entry.name)) return { ...base, html: null, text };
    return { ...base, html: await renderFile(ctx, access, place.refName, place.path, text), text: null };
  } catch (error) {
    if (isGitError(error, 'too_large')) return { ...base, html: null, text: null };
    throw error;
  }
}
