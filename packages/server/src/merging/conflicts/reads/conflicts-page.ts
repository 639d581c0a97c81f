import type {
  ConflictFileView,
  ConflictSectionView,
  ConflictStrategy,
  ConflictsPageData,
} from '@tributary/contract/merge-requests/conflicts.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type ConflictFile, type ConflictSection, decodeFileText, readConflicts, textEncodingOf } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { translateGitError } from '../../../platform/git-errors.ts';
import {
  type MergeRequestAccess,
  pathOf,
  describeConflicts,
  rebaseRefusal,
  requestPaths,
} from '../../../merge-requests/index.ts';
import { conflictEnds } from '../conflict-ends.ts';

/** Longer texts are not shown; one of their versions is chosen. */
const MAX_TEXT_BYTES = 1024 * 1024;
/** Of all files together; those after it are chosen by version too. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** Everything that is needed to resolve the conflicts of a request. Fails for who may not, and when there are none. */
export async function conflictsPage(ctx: Context, found: MergeRequestAccess): Promise<ConflictsPageData> {
  const { row, access } = found;
  const { repo, sourceSha, targetSha } = await conflictEnds(ctx, found);
  const files = await readConflicts(repo, { target: targetSha, source: sourceSha }).catch((error: unknown) => {
    throw translateGitError(error);
  });
  if (files.length === 0) throw new AppError('conflicts_gone');
  const paths = requestPaths(access.project.full_path, access.project.id, row.iid);
  const stuck = files.filter(({ isResolvable }) => !isResolvable);
  let left = MAX_PAGE_BYTES;
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    path: pathOf(access.project.full_path, row.iid),
    sourceBranch: row.source_branch,
    targetBranch: row.target_branch,
    sourceSha,
    targetSha,
    commitMessage: messageOf(row.source_branch, row.target_branch, files),
    strategies: await strategiesFor(ctx, found),
    files: files.map((file) => {
      const size = Math.max(file.source?.length ?? 0, file.target?.length ?? 0);
      const isShown = size <= MAX_TEXT_BYTES && size <= left;
      if (isShown) left -= size;
      return fileView(file, { source: row.source_branch, target: row.target_branch }, isShown);
    }),
    blocker:
      stuck.length === 0
        ? null
        : `Resolve the conflicts locally. These cannot be resolved in the browser: ${stuck.map(({ conflict }) => conflict.path).join(', ')}`,
    resolvePath: paths.resolveConflicts,
    previewPath: paths.previewConflicts,
    basicPath: paths.basic,
  };
}

/** A rebase needs the right to rewrite the branch. */
async function strategiesFor(ctx: Context, found: MergeRequestAccess): Promise<ConflictStrategy[]> {
  if ((await rebaseRefusal(ctx, found)) !== null) return ['merge'];
  return found.access.project.merge_method === 'merge' ? ['merge', 'rebase'] : ['rebase', 'merge'];
}

function messageOf(source: string, target: string, files: readonly ConflictFile[]): string {
  const names = files.slice(0, 100).map(({ conflict }) => `  ${conflict.path}`);
  return [`Merge branch '${target}' into '${source}'`, '', 'Conflicts:', ...names].join('\n');
}

function fileView(
  { conflict, base, target, source, sections }: ConflictFile,
  branches: { source: string; target: string },
  isShown: boolean,
): ConflictFileView {
  const [described] = describeConflicts([conflict], branches.source, branches.target);
  const bytes = Buffer.concat([source, target, base].flatMap((side) => side ?? []));
  const shown = isShown ? sections : null;
  const encoding = shown && textEncodingOf(bytes);
  return {
    path: conflict.path,
    type: conflict.type,
    message: described?.message ?? '',
    sourcePath: conflict.source?.path ?? null,
    targetPath: conflict.target?.path ?? null,
    isBinary: conflict.isBinary,
    sourceSize: source?.length ?? null,
    targetSize: target?.length ?? null,
    sections: shown && shown.map((section) => sectionView(section, encoding)),
    isEditable: encoding === 'utf-8',
    lineEnd: source?.includes('\r\n') ? '\r\n' : '\n',
  };
}

function sectionView(section: ConflictSection, encoding: string | null): ConflictSectionView {
  const texts = (lines: readonly Buffer[]): string[] =>
    lines.length === 0
      ? []
      : decodeFileText(Buffer.concat(lines), encoding)
          .replace(/\r?\n$/, '')
          .split(/\r?\n/);
  if (section.kind === 'merged') return { kind: 'merged', lines: texts(section.lines) };
  return {
    kind: 'conflict',
    source: texts(section.source),
    target: texts(section.target),
    base: texts(section.base),
  };
}
