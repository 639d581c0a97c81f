import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findEntry, lineCode } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { escapeLine } from '../../../platform/highlight/index.ts';
import { type ProjectAccess } from '../../../projects/index.ts';
import { getVisibleCommit } from '../../../repositories/index.ts';
import { contextCommits } from '../../context-commits/reads/context-commits.ts';
import { readMergeRefCommit } from '../../../merge-requests/index.ts';
import {
  type MergeRequestRow,
  listReferencedShas,
  listVersionCommits,
  listVersions,
  findVersionOfUnstoredCommit,
} from '../../../merge-requests/index.ts';
import { type ExpandedLine, expandLines, type Expansion, requestedLines } from '../rules/expand-lines.ts';
import { sideLines } from './diff-files.ts';

export type ContextRequest = Expansion & { sha: string; path: string };

/** Unchanged lines between hunks. Only of commits that belong to the request. */
export async function contextLinesOf(
  ctx: Context,
  row: MergeRequestRow,
  request: ContextRequest,
): Promise<PageDiffLine[]> {
  if (!(await belongs(ctx, row, request.sha))) throw new AppError('not_found', { resource: 'File' });
  return linesAround(ctx, row.target_project_id, request);
}

/** Of any commit that whoever reads the project's code may see, as the pages of its files. */
export async function linesOfBlob(
  ctx: Context,
  access: ProjectAccess,
  request: ContextRequest,
): Promise<PageDiffLine[]> {
  const { sha } = await getVisibleCommit(ctx, access, request.sha);
  return linesAround(ctx, access.project.id, { ...request, sha });
}

async function linesAround(ctx: Context, projectId: number, request: ContextRequest): Promise<PageDiffLine[]> {
  const repo = ctx.repositories.directory(projectId);
  const entry = await findEntry(repo, request.sha, request.path);
  if (entry?.type !== 'blob') throw new AppError('not_found', { resource: 'File' });
  const asked = requestedLines(request);
  const side = { sha: request.sha, oid: entry.oid, path: request.path };
  const { lines, lineCount, rich } = await sideLines(ctx, projectId, side, asked);
  return expandLines(request, lineCount, lines.length).map((line) => {
    if (line.kind === 'gap') return gapBefore(line);
    const text = lines[line.newLine - asked.from] ?? '';
    return {
      line_code: lineCode(request.path, line.oldLine, line.newLine),
      type: null,
      old_line: line.oldLine,
      new_line: line.newLine,
      text,
      rich_text: rich?.[line.newLine - 1] ?? escapeLine(text),
      meta_data: null,
    };
  });
}

function gapBefore({ oldLine, newLine, left }: ExpandedLine & { kind: 'gap' }): PageDiffLine {
  const nothing = { line_code: null, old_line: null, new_line: null, text: '', rich_text: '' };
  const place = { old_pos: oldLine, new_pos: newLine, ...(left !== undefined && { lines_left: left }) };
  return { ...nothing, type: 'match', meta_data: place };
}

async function belongs(ctx: Context, row: MergeRequestRow, sha: string): Promise<boolean> {
  if ((await listReferencedShas(ctx.db, row.id)).includes(sha)) return true;
  const versions = await listVersions(ctx.db, row.id);
  for (const version of versions) {
    const commits = await listVersionCommits(ctx.db, version.id);
    if (commits.some((commit) => commit.sha === sha || commit.parent_shas.includes(sha))) return true;
  }
  if ((await contextCommits(ctx, row)).some((commit) => commit.sha === sha || commit.parent_shas.includes(sha)))
    return true;
  const merge = await readMergeRefCommit(ctx.repositories.directory(row.target_project_id), row.iid);
  if (merge !== undefined && [merge.sha, merge.parents[0]].includes(sha)) return true;
  return (await findVersionOfUnstoredCommit(ctx, row.target_project_id, versions, sha)) !== undefined;
}
