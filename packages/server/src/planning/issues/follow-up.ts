import {
  addSystemNote,
  discussionById,
  type DiscussionView,
  getNoteable,
  type Noteable,
  openThreads,
  resolveDiscussions,
} from '../../discussions/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { containerOfProject, type ProjectAccess } from '../../projects/index.ts';
import { ISSUE_NOTEABLE } from './noteable.ts';
import { followUpDescription } from './rules/issue-texts.ts';
import type { IssueRow } from './store/issues.ts';

/** Threads of a merge request that an issue takes over: all that are open, or one. */
export type FollowUpInput = { mergeRequestIid: number; discussionId?: string | undefined };

export type FollowUp = {
  title: string;
  description: string;
  reference: string;
  path: string;
  /** Threads that are open, and those of them that the actor may resolve. */
  openCount: number;
  resolvableCount: number;
  /** Who resolved the one thread, when it is not open any more. */
  resolvedBy: string | null;
};

type Found = { noteable: Noteable; threads: DiscussionView[] };

const isOpen = ({ row }: DiscussionView) => row.resolved_at === null;

/** One thread is found also when it was resolved meanwhile: what was written to continue it is worth an issue all the same. */
async function find(ctx: Context, access: ProjectAccess, input: FollowUpInput): Promise<Found> {
  const noteable = await getNoteable(ctx, containerOfProject(access), 'MergeRequest', { iid: input.mergeRequestIid });
  if (input.discussionId === undefined) return { noteable, threads: await openThreads(ctx, noteable) };
  if (!/^[0-9a-f]{40}$/.test(input.discussionId)) throw new AppError('not_found', { resource: 'Discussion' });
  const one = await discussionById(ctx, noteable, input.discussionId);
  const { is_resolvable: isResolvable, is_internal: isInternal } = one.row;
  if (!isResolvable || isInternal) throw new AppError('not_found', { resource: 'Discussion' });
  return { noteable, threads: [one] };
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
  const open = threads.filter(isOpen);
  return {
    title: `Follow-up from "${noteable.title}"`.slice(0, 255),
    description: threads.length === 0 ? '' : description,
    reference: `!${noteable.iid}`,
    path: noteable.path,
    openCount: open.length,
    resolvableCount: open.filter(({ notes }) => notes.find((note) => note.isBase)?.can.resolve).length,
    resolvedBy: open.length === 0 ? (threads[0]?.resolvedBy?.name ?? null) : null,
  };
}

/**
 * Resolves the threads that the actor may resolve, and says in each of them where it goes on. Where nothing was
 * resolved by it, nothing is said: the issue alone gives nobody a right to that talk.
 */
export async function resolveFollowedThreads(
  ctx: Context,
  access: ProjectAccess,
  input: FollowUpInput,
  issue: IssueRow,
): Promise<void> {
  const { noteable, threads } = await find(ctx, access, input);
  const wishes = threads.filter(isOpen).map(({ row }) => ({ discussionId: row.id, isResolved: true }));
  const { turnedIds } = await resolveDiscussions(ctx, noteable, wishes);
  for (const discussionId of turnedIds) {
    await addSystemNote(ctx, noteable, {
      action: 'discussion',
      body: `created #${issue.iid} to continue this discussion`,
      about: { type: ISSUE_NOTEABLE, id: issue.id },
      inThread: discussionId,
    });
  }
}
