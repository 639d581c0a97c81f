import type { Extensions } from '../../platform/extensions.ts';
import { createHash } from 'node:crypto';
import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import { listCommits } from '@tributary/git';
import { findActingUser, listUsersByIds } from '../../accounts/index.ts';
import {
  canCreateNote,
  type DiscussionRow,
  findNoteById,
  listDiscussionsByIds,
  refreshNote,
  resolveDiscussions,
  retryWhileBusy,
  type SentForm,
  takeSentText,
} from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { type IdempotentRequest as AskedOnce, doneBefore, doOnce } from '../../platform/done-once.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import { guard } from '../../platform/operation.ts';
import {
  findMergeRequestAccess,
  findProjectAccess,
  type MergeRequestAccess,
  canPushToSource,
  noteableOf,
  findMergeRequestById,
  branchTip,
  bringSource,
  syncHead,
} from '../../merge-requests/index.ts';
import { createCommit } from '../../repositories/index.ts';
import { listSuggestionsByIds, markApplied, type SuggestionRow } from '../store/suggestions.ts';
import { mergeSuggestions } from './merge-suggestions.ts';
import { suggestionCommitMessage } from './rules/commit-message.ts';

export const SUGGESTION_RESOURCE = 'Suggestion';
const MAX_SUGGESTIONS = 200;
const MAX_COMMITS_SINCE = 200;
/** After this a job marks what a request put on the branch and did not get to mark. */
const REQUEST_PATIENCE_MS = 60_000;

export type ApplyInput = {
  ids: readonly number[];
  message?: string | undefined;
  /** The client's own, so that what is sent again gets the same answer. */
  idempotencyKey?: string | undefined;
  /** The form of a page that the message was written in. */
  form?: SentForm | undefined;
};
export type Applied = { found: MergeRequestAccess; rows: SuggestionRow[]; commitSha: string | null };

type Asked = { found: MergeRequestAccess; rows: SuggestionRow[]; threads: Map<number, DiscussionRow> };

/**
 * Puts suggestions on the source branch, all in one commit, as the one who applies them, and resolves their threads. Safe to
 * send again: what the branch says already is only marked, and the same key gets the same answer, also at the same moment.
 * Fails with the codes `suggestion_…` and those of commits.
 */
export function applySuggestions(ctx: Context, input: ApplyInput): Promise<Applied> {
  return oneAtATime(ctx, onceFor(input), () => apply(ctx, input));
}

async function apply(ctx: Context, input: ApplyInput): Promise<Applied> {
  const asked = await loadAsked(ctx, input.ids);
  const { found, rows } = asked;
  const { row: request } = found;
  const once = onceFor(input);
  // Asked after the rows were read: what marked them noted the key with it.
  if ((await doneBefore(ctx, once)) !== undefined) return { found, rows, commitSha: rows[0]?.commit_sha ?? null };
  await check(ctx, asked);
  const { end, tip, files } = await wantedChanges(ctx, asked);
  let commitSha: string | null = null;
  if (files.length > 0) {
    await markLater(ctx, input, tip);
    const made = await createCommit(ctx, {
      projectId: end.projectId,
      branch: end.branch,
      message: await messageOf(ctx, asked, input.message),
      // Another push in between is tried again on top, unless it touched these very files.
      actions: files.map(({ path, content }) => ({ action: 'update', path, content, lastCommitId: tip })),
    });
    commitSha = made.sha;
  }
  failpoint('suggestion.committed');
  await settle(ctx, asked, { commitSha, once, form: input.form });
  const fresh = await findMergeRequestById(ctx.db, request.id);
  if (fresh && commitSha !== null) await syncHead(ctx, fresh, commitSha);
  return { found, rows: await listSuggestionsByIds(ctx.db, input.ids), commitSha };
}

/** A key is of these very suggestions: with others it asks for something else. */
function onceFor({ ids, idempotencyKey: key }: ApplyInput): AskedOnce {
  const named = [...new Set(ids)].toSorted((a, b) => a - b).join();
  return { act: `suggestions.apply:${createHash('sha256').update(named).digest('hex')}`, key };
}

/** Which files of the source branch they change, as it stands now. */
async function wantedChanges(ctx: Context, { found, rows }: Asked) {
  const { row: request } = found;
  const source =
    request.source_project_id === null ? undefined : await findProjectAccess(ctx, request.source_project_id);
  const end = source && { projectId: source.project.id, branch: request.source_branch };
  const tip = end && (await branchTip(ctx, end));
  if (!end || tip === undefined) throw new AppError('suggestion_branch_gone');
  const target = { projectId: request.target_project_id, branch: request.target_branch };
  await bringSource(ctx, { source: end, target }, tip);
  return { end, tip, files: await merged(ctx, found, rows, tip) };
}

async function loadAsked(ctx: Context, ids: readonly number[]): Promise<Asked> {
  const rows = await listSuggestionsByIds(ctx.db, [...new Set(ids)].slice(0, MAX_SUGGESTIONS));
  const [first] = rows;
  const found = first && (await findMergeRequestAccess(ctx, first.merge_request_id));
  if (!found || rows.length < new Set(ids).size) fail('not_found', { resource: SUGGESTION_RESOURCE });
  if (rows.some((row) => row.merge_request_id !== found.row.id)) throw new AppError('suggestions_mixed');
  const notes = await Promise.all(rows.map((row) => findNoteById(ctx.db, row.note_id)));
  const discussions = await listDiscussionsByIds(
    ctx.db,
    notes.flatMap((note) => note?.discussion_id ?? []),
  );
  const threads = new Map<number, DiscussionRow>();
  for (const note of notes) {
    const thread = discussions.find((each) => each.id === note?.discussion_id);
    if (note && thread) threads.set(note.id, thread);
  }
  return { found, rows, threads };
}

async function check(ctx: Context, { found, rows }: Asked): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
  const { state } = found.row;
  guard(canCreateNote(ctx.actor, noteableOf(found)));
  if (!(await canPushToSource(ctx, found))) throw new AppError('suggestion_forbidden');
  if (state !== 'opened') throw new AppError('suggestion_not_open', { state });
  for (const row of rows) {
    if (row.applied_at !== null) throw new AppError('suggestion_applied');
    if (row.from_content === row.to_content) throw new AppError('suggestion_unchanged');
  }
}

async function merged(ctx: Context, found: MergeRequestAccess, rows: readonly SuggestionRow[], tip: string) {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const committer = { name: actor.name, email: actor.email };
  try {
    return await mergeSuggestions(ctx, found.row.target_project_id, rows, { tip, committer });
  } catch (error) {
    throw translateGitError(error);
  }
}

async function messageOf(ctx: Context, { found, rows }: Asked, own: string | undefined): Promise<string> {
  const notes = await Promise.all(rows.map((row) => findNoteById(ctx.db, row.note_id)));
  const authors = [...new Set(notes.flatMap((note) => note?.author_id ?? []))];
  const me = actorId(ctx.actor);
  const people = await listUsersByIds(ctx, [...authors, ...(me === undefined ? [] : [me])]);
  const host = new URL(ctx.config.url).hostname;
  const self = people.find((person) => person.id === me);
  const { project } = found.access;
  return suggestionCommitMessage(
    {
      template: project.suggestion_commit_message,
      count: rows.length,
      paths: [...new Set(rows.map((row) => row.path))],
      branch: found.row.source_branch,
      projectPath: project.full_path,
      projectName: project.name,
      username: self?.username ?? '',
      userName: self?.name ?? '',
      coAuthors: people
        .filter((person) => person.id !== me && authors.includes(person.id))
        // Addresses that users do not show stay with them.
        .map(({ id, username, name, publicEmail }) => ({
          name,
          email: publicEmail ?? `${id}-${username}@users.noreply.${host}`,
        })),
    },
    own,
  );
}

/** Marks them and settles their threads, where the one who applies may. */
async function settle(
  ctx: Context,
  { found, rows, threads }: Asked,
  { commitSha, once, form }: { commitSha: string | null; once: AskedOnce; form: SentForm | undefined },
): Promise<void> {
  const noteable = noteableOf(found);
  const threadIds = [...new Set([...threads.values()].map((thread) => thread.id))];
  const deed = (outer: Context) =>
    doOnce(outer, once, async (inner) => {
      const wishes = threadIds.map((discussionId) => ({ discussionId, isResolved: true }));
      const { refusals } = await resolveDiscussions(inner, noteable, wishes);
      const ids = rows.map((row) => row.id);
      const marked = new Set(await markApplied(inner.db, ids, { userId: actorId(inner.actor) ?? null, commitSha }));
      for (const row of rows) if (marked.has(row.id)) await refreshNote(inner, noteable, row.note_id);
      if (form) await takeSentText(inner, form);
      return { id: found.row.id, made: refusals };
    });
  const refusals = await retryWhileBusy(ctx, () => deed(ctx));
  for (const [discussionId, { code }] of refusals ?? [])
    ctx.log.info({ code, discussionId }, 'a thread stays open after its suggestion was applied');
}

/** `tip`: where the branch stood. */
type Left = { ids: number[]; userId: number; tip: string };

/** Written down before the branch moves: who dies after that has it done by this. */
async function markLater(ctx: Context, { ids }: ApplyInput, tip: string): Promise<void> {
  const userId = actorId(ctx.actor);
  if (userId === undefined) return;
  const runAt = new Date(ctx.clock.now().getTime() + REQUEST_PATIENCE_MS);
  await addJob(ctx, markLeftJob, { ids: [...ids], userId, tip }, { runAt });
}

const markLeftJob = defineJob<Left>({
  name: 'mark-applied-suggestions',
  run: async (ctx, { ids, userId, tip: before }) => {
    const actor = await findActingUser(ctx, userId);
    if (!actor) return;
    const own = { ...ctx, actor };
    try {
      const asked = await loadAsked(own, ids);
      if (asked.rows.every((row) => row.applied_at !== null)) return;
      const { end, tip, files } = await wantedChanges(own, asked);
      // What was refused did not come to the branch, or someone else brought it there.
      const commitSha = files.length === 0 ? await commitBy(own, { ...end, before, tip }, actor.email) : undefined;
      if (commitSha === undefined) return;
      await settle(own, asked, { commitSha, once: onceFor({ ids }), form: undefined });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      ctx.log.info({ code: error.code, ids }, 'suggestions are left unmarked');
    }
  },
});

/** The first commit by this user that came to a branch since. */
async function commitBy(
  ctx: Context,
  { projectId, before, tip }: { projectId: number; before: string; tip: string },
  email: string,
): Promise<string | undefined> {
  const range = { rev: tip, notRevs: [before], limit: MAX_COMMITS_SINCE };
  const since = await listCommits(ctx.repositories.directory(projectId), range);
  return since.findLast((commit) => commit.author.email === email)?.sha;
}

export const suggestionsApplySuggestions: Extensions = [registerJob(markLeftJob)];
