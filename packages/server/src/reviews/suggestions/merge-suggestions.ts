import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  cherryPick,
  commitActions,
  type FileChange,
  type Identity,
  isBinaryContent,
  isGitError,
  listChangedFiles,
  readBlobAt,
  textEncodingOf,
  traceRange,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type Changes, changesBetween } from '../../changes/index.ts';
import type { SuggestionRow } from '../store/suggestions.ts';
import { findOverlap, replaceLines } from './rules/replace-lines.ts';

type Work = { repo: string; tip: string; committer: Identity };
type Traced = { row: SuggestionRow; path: string; from: number; to: number };

/** Paths of a tip with what they hold after all suggestions; empty when it said so already. */
export type MergedFiles = { path: string; content: Buffer }[];

/**
 * Brings suggestions to a tip. Lines that are there unchanged are replaced where they are now; for the others git merges
 * three ways, from the version they were written on. Stores objects, moves nothing. Fails with `suggestion_stale`,
 * `suggestion_overlap`, `suggestion_file_gone`, `suggestion_not_text`.
 */
export async function mergeSuggestions(
  ctx: Context,
  projectId: number,
  rows: readonly SuggestionRow[],
  at: { tip: string; committer: Identity },
): Promise<MergedFiles> {
  const work: Work = { repo: ctx.repositories.directory(projectId), ...at };
  const changes = new Map<string, Changes | undefined>();
  const traced: Traced[] = [];
  const others: SuggestionRow[] = [];
  for (const row of rows) {
    if (!changes.has(row.head_sha)) changes.set(row.head_sha, await changesBetween(work.repo, row.head_sha, at.tip));
    const known = changes.get(row.head_sha);
    const found = known && trace(row, await known.of(row.path));
    if (found) traced.push(found);
    else others.push(row);
  }
  let tip = await commitTraced(work, traced);
  for (const row of others) tip = await commitMerged({ ...work, tip }, row);
  return readChanged(work.repo, at.tip, tip);
}

function trace(row: SuggestionRow, change: FileChange | null): Traced | undefined {
  const found = traceRange({ path: row.path, start: row.from_line, end: row.to_line }, change);
  return found.kind === 'range' ? { row, path: found.path, from: found.start, to: found.end } : undefined;
}

/** One commit with all that are in place, file by file. */
async function commitTraced({ repo, tip, committer }: Work, traced: readonly Traced[]): Promise<string> {
  const actions = [];
  for (const [path, own] of Map.groupBy(traced, (each) => each.path)) {
    const overlap = findOverlap(own);
    if (overlap) {
      const { from, to } = overlap;
      throw new AppError('suggestion_overlap', { path, from_line: from, to_line: to });
    }
    const text = await readText(repo, tip, path);
    const replaced = replaceLines(
      text,
      own.map(({ from, to, row }) => ({ from, to, content: row.to_content })),
    );
    if (replaced !== text) actions.push({ action: 'update' as const, path, content: Buffer.from(replaced) });
  }
  if (actions.length === 0) return tip;
  const made = await commitActions(repo, {
    parentSha: tip,
    actions,
    author: committer,
    committer,
    message: 'Suggestions',
  });
  return made.sha;
}

/** The version it was written on with the suggestion, merged into the tip. */
async function commitMerged({ repo, tip, committer }: Work, row: SuggestionRow): Promise<string> {
  const { path, from_line: from, to_line: to, head_sha: base } = row;
  const text = await readText(repo, base, path);
  const replaced = replaceLines(text, [{ from, to, content: row.to_content }]);
  if (replaced === text) return tip;
  const made = await commitActions(repo, {
    parentSha: base,
    actions: [{ action: 'update', path, content: Buffer.from(replaced) }],
    author: committer,
    committer,
    message: 'Suggestion',
  });
  const outcome = await cherryPick(repo, { onto: tip, commit: made.sha, committer, message: 'Suggestion' });
  if (outcome.ok) return outcome.sha;
  // It is said there already.
  if (outcome.reason === 'empty') return tip;
  throw new AppError('suggestion_stale', { path, from_line: from, to_line: to });
}

async function readText(repo: string, sha: string, path: string): Promise<string> {
  try {
    const { content } = await readBlobAt(repo, sha, path);
    // What is not UTF-8, or is shown as something else, could not be written back as it was.
    if (textEncodingOf(content) !== 'utf-8' || isBinaryContent(content))
      throw new AppError('suggestion_not_text', { path });
    return content.toString('utf8');
  } catch (error) {
    if (isGitError(error, 'not_found')) throw new AppError('suggestion_file_gone', { path });
    throw error;
  }
}

async function readChanged(repo: string, from: string, to: string): Promise<MergedFiles> {
  if (from === to) return [];
  const files: MergedFiles = [];
  for (const { newPath: path } of await listChangedFiles(repo, { from, to })) {
    files.push({ path, content: (await readBlobAt(repo, to, path)).content });
  }
  return files;
}
