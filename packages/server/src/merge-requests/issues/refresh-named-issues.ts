import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isGitError, readCommits } from '@tributary/git';
import { findActingUser } from '../../accounts/index.ts';
import { nameFor } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import { closeIssue } from '../../planning/index.ts';
import { projectRowsByIds } from '../../projects/index.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { findMergeRequestById, type MergeRequestRow } from '../store/merge-requests.ts';
import { listVersionCommits } from '../store/versions.ts';
import { findIssueIds, listNamedIssues, setNamedIssues } from './named-issues-store.ts';
import { issuesClosedBy, issuesNamedIn, type NamedIssue } from './rules/closing-pattern.ts';

const MAX_ISSUES = 200;
const MAX_COMMITS = 500;

const keyOf = ({ path, iid }: NamedIssue) => `${path ?? ''}#${iid}`;

/** Reads which issues the texts of a request name, and which its merge closes: those of description and commits. */
async function refreshNamedIssues(ctx: Context, mergeRequestId: number): Promise<void> {
  const row = await findMergeRequestById(ctx.db, mergeRequestId);
  if (!row) return;
  const [project] = await projectRowsByIds(ctx.db, [row.target_project_id]);
  const closes = project?.autoclose_referenced_issues === true && project.default_branch === row.target_branch;
  const messages = await commitMessages(ctx, row);
  const texts = [row.title, row.description, ...messages];
  const closing = closes ? [row.description, ...messages].flatMap((text) => issuesClosedBy(text)) : [];
  const named = [...closing, ...texts.flatMap((text) => issuesNamedIn(text))].slice(0, MAX_ISSUES);
  const ids = await findIssueIds(ctx.db, row.target_project_id, named);
  const closingKeys = new Set(closing.map((each) => keyOf(each)));
  const found = new Map<number, boolean>();
  for (const each of named) {
    const id = ids.get(keyOf(each));
    if (id !== undefined) found.set(id, (found.get(id) ?? false) || closingKeys.has(keyOf(each)));
  }
  await setNamedIssues(ctx.db, row.id, found);
}

/** Of the commits that it brings, and of those that its merge made. */
async function commitMessages(ctx: Context, row: MergeRequestRow): Promise<string[]> {
  const made = await messagesOfMerge(ctx, row);
  if (row.latest_version_id === null) return made;
  const commits = await listVersionCommits(ctx.db, row.latest_version_id, { limit: MAX_COMMITS, offset: 0 });
  return [...made, ...commits.map((commit) => commit.message)];
}

/** What was typed when it was merged. */
async function messagesOfMerge(ctx: Context, row: MergeRequestRow): Promise<string[]> {
  const shas = [row.merge_commit_sha, row.squash_commit_sha].filter((sha) => sha !== null);
  try {
    const commits = await readCommits(ctx.repositories.directory(row.target_project_id), shas);
    return commits.map(({ message }) => message);
  } catch (error) {
    // They were taken out of the history since.
    if (isGitError(error, 'not_found')) return [];
    throw translateGitError(error);
  }
}

export const issuesRefreshNamedIssues: Extensions = [
  () => {
    for (const type of ['merge_request.created', 'merge_request.updated', 'merge_request.version_created'] as const) {
      onEvent(type, 'named-issues', (ctx, { data }) => refreshNamedIssues(ctx, data.mergeRequestId))();
    }
  },
  /** Closes what the merge says it closes, as the one who merged and with their rights: what they may not close stays. */
  onEvent('merge_request.merged', 'close-issues', async (ctx, { data }) => {
    const actor = data.mergedById === null ? undefined : await findActingUser(ctx, data.mergedById);
    const found = await findMergeRequestAccess(ctx, data.mergeRequestId);
    if (!actor || !found) return;
    const { row } = found;
    await refreshNamedIssues(ctx, row.id);
    const source = noteableOf(found);
    const by = {
      phraseFor: (projectId: number) => nameFor(source, { kind: 'project', id: projectId }),
      about: source,
      mergeRequestId: row.id,
    };
    for (const { issue_id: issueId, is_closing: isClosing } of await listNamedIssues(ctx.db, row.id)) {
      if (!isClosing) continue;
      try {
        await closeIssue({ ...ctx, actor }, { issueId, by });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
        // Closed already, hidden from the merger, or not theirs to close.
        ctx.log.info({ issueId, mergeRequestId: row.id, code: error.code }, 'an issue is not closed by a merge');
      }
    }
  }),
];
