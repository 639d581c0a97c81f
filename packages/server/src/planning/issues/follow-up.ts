import {
  addSystemNote,
  type DiscussionView,
  getNoteable,
  type Noteable,
  openThreads,
  resolveDiscussions,
} from '../../discussions/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { placeOfProject, type ProjectAccess } from '../../projects/index.ts';
import { ISSUE_NOTEABLE } from './noteable.ts';
import { followUpDescription } from './rules/issue-texts.ts';
import type { IssueRow } from './store/issues.ts';

/** Threads of a merge request that an issue takes over: all that are open, or one. */
export type FollowUpInput = { mergeRequestIid: number; discussionId?: string | undefined };

export type FollowUp = { title: string; description: string; reference: string; path: string; count: number };

type Found = { noteable: Noteable; threads: DiscussionView[] };

async function find(ctx: Context, access: ProjectAccess, input: FollowUpInput): Promise<Found> {
  const noteable = await getNoteable(ctx, placeOfProject(access), 'MergeRequest', { iid: input.mergeRequestIid });
  const threads = await openThreads(ctx, noteable);
  if (input.discussionId === undefined) return { noteable, threads };
  const one = threads.filter((thread) => thread.row.id === input.discussionId);
  if (one.length === 0) throw new AppError('not_found', { resource: 'Discussion' });
  return { noteable, threads: one };
}

/** What the new issue says when nobody writes something else. Internal threads are not told on. */
export async function findFollowUp(ctx: Context, access: ProjectAccess, input: FollowUpInput): Promise<FollowUp> {
  const { noteable, threads } = await find(ctx, access, input);
  const description = followUpDescription(
    `!${noteable.iid}`,
    threads.map((thread) => {
      const first = thread.notes.find((note) => note.isBase);
      return {
        author: first?.author?.username ?? null,
        url: `${ctx.config.url}${noteable.path}#note_${first?.row.id}`,
        body: first?.row.body ?? '',
      };
    }),
  );
  return {
    title: `Follow-up from "${noteable.title}"`.slice(0, 255),
    description: threads.length === 0 ? '' : description,
    reference: `!${noteable.iid}`,
    path: noteable.path,
    count: threads.length,
  };
}

/**
 * Resolves the threads that the actor may resolve, and says on the merge request where they go on. Where nothing was
 * resolved by it, nothing is said there: the issue alone gives nobody a right to that talk.
 */
export async function resolveFollowedThreads(
  ctx: Context,
  access: ProjectAccess,
  input: FollowUpInput,
  issue: IssueRow,
): Promise<void> {
  const { noteable, threads } = await find(ctx, access, input);
  const wishes = threads.map(({ row }) => ({ discussionId: row.id, isResolved: true }));
  const { turnedIds } = await resolveDiscussions(ctx, noteable, wishes);
  if (turnedIds.length === 0) return;
  const what = input.discussionId === undefined ? 'these discussions' : 'this discussion';
  await addSystemNote(ctx, noteable, {
    action: 'discussion',
    body: `created #${issue.iid} to continue ${what}`,
    about: { type: ISSUE_NOTEABLE, id: issue.id },
  });
}
