import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findEntry, lineCode } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markup/index.ts';
import type { MergeRequestRow } from '../../store/merge-requests.ts';
import { listReferencedShas, listVersionCommits, listVersions } from '../../store/versions.ts';
import { sideLines } from './diff-files.ts';

const MAX_LINES = 2_000;

export type ContextRequest = {
  sha: string;
  path: string;
  /** Lines of the newer side, counted from 1, both included. */
  since: number;
  to: number;
  /** Newer minus older line number. */
  offset: number;
  /** They stand below the last hunk. */
  bottom: boolean;
  /** More is hidden beyond them: a gap stays. */
  unfold: boolean;
  full: boolean;
};

/** Unchanged lines between hunks. Only of commits that belong to the request. */
export async function contextLinesOf(
  ctx: Context,
  row: MergeRequestRow,
  request: ContextRequest,
): Promise<PageDiffLine[]> {
  if (!(await belongs(ctx, row, request.sha))) throw new AppError('not_found', { resource: 'File' });
  const repo = ctx.repositories.directory(row.target_project_id);
  const entry = await findEntry(repo, request.sha, request.path);
  if (entry?.type !== 'blob') throw new AppError('not_found', { resource: 'File' });
  const { lines, rich } = await sideLines(ctx, row.target_project_id, { oid: entry.oid, path: request.path });
  const since = request.full ? 1 : Math.max(1, request.since);
  const to = Math.min(lines.length, request.full ? lines.length : Math.min(request.to, since + MAX_LINES - 1));
  const shown: PageDiffLine[] = [];
  for (let line = since; line <= to; line += 1) {
    const text = lines[line - 1] ?? '';
    const old = line - request.offset;
    shown.push({
      line_code: lineCode(request.path, old, line),
      type: null,
      old_line: old,
      new_line: line,
      text,
      rich_text: rich?.[line - 1] ?? escapeHtml(text),
      meta_data: null,
    });
  }
  if (!request.unfold || request.full) return shown;
  const at = request.bottom ? to + 1 : since;
  const gap: PageDiffLine = {
    line_code: null,
    type: 'match',
    old_line: null,
    new_line: null,
    text: '',
    rich_text: '',
    meta_data: { old_pos: at - request.offset, new_pos: at },
  };
  if (!request.bottom) return [gap, ...shown];
  return to < lines.length ? [...shown, gap] : shown;
}

async function belongs(ctx: Context, row: MergeRequestRow, sha: string): Promise<boolean> {
  if ((await listReferencedShas(ctx.db, row.id)).includes(sha)) return true;
  for (const version of await listVersions(ctx.db, row.id)) {
    const commits = await listVersionCommits(ctx.db, version.id);
    if (commits.some((commit) => commit.sha === sha || commit.parent_shas.includes(sha))) return true;
  }
  return false;
}
