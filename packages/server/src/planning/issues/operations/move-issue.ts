import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote, carryingTexts, type CarryText, copyNotes, textsToCopy } from '../../../discussions/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { doneBefore, doOnce } from '../../../platform/done-once.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { guard } from '../../../platform/operation.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getProjectAccess, containerOfProject, type ProjectAccess } from '../../../projects/index.ts';
import { listLabelsFor } from '../../labels/reads/list-labels.ts';
import { matchLabels } from '../../labels/reads/match-labels.ts';
import { findMilestone, listMilestonesFor } from '../../milestones/reads/list-milestones.ts';
import { canAdminIssue } from '../abilities.ts';
import { insertEmailParticipants, listEmailParticipants } from '../email-participants/store.ts';
import { getIssueAccess, type IssueAccess, issueAccessOf, issuesOf } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { findIssueById, type IssueRow, updateIssueRow } from '../store/issues.ts';
import { listIssueAssignees, listIssueLabelIds } from '../store/participants.ts';
import { carryAlong } from './carry-along.ts';
import { closeIssue } from './change-issue-state.ts';
import { createIssue } from './create-issue.ts';
import { loadIssue } from './load-issue.ts';

type CopyInput = { issueId: number; toProjectId: number; withNotes?: boolean };

/**
 * Opens the issue again in another project, with its author, notes, files, reactions, time and links, labels and milestone as
 * far as they exist there, and closes it here with a note that says where it went. A confidential issue stays confidential.
 * Who is told by mail hears of both. All of it or nothing, and once.
 */
export function moveIssue(ctx: Context, { issueId, toProjectId }: CopyInput): Promise<IssueRow> {
  return copying(ctx, { issueId, toProjectId, withNotes: true }, async (inner, { found, target, carry }) => {
    if (target.project.id === found.row.project_id) throw new AppError('issue_move_same_project');
    if (found.row.moved_to_id !== null) throw new AppError('issue_moved_already');
    const copy = await copyIssue(inner, { found, target, carry }, { withNotes: true, authorId: found.row.author_id });
    await carryAlong(inner, found, issueNoteable(await issueAccessOf(inner, target, copy)));
    const to = issueNoteable(await issueAccessOf(inner, target, copy));
    const from = issueNoteable(found);
    await addSystemNote(inner, to, { action: 'moved', body: `moved from ${from.reference}`, about: from });
    await addSystemNote(inner, from, { action: 'moved', body: `moved to ${to.reference}`, about: to });
    await updateIssueRow(inner.db, found.row.id, { moved_to_id: copy.id });
    const outside = await listEmailParticipants(inner.db, found.row.id);
    await insertEmailParticipants(
      inner.db,
      copy.id,
      outside.map(({ email }) => email),
    );
    if (found.row.state === 'opened') await closeIssue(inner, { issueId });
    failpoint('issue.moved');
    return copy;
  });
}

/**
 * A second issue with the same content; the first stays as it is. Nobody outside asked to hear of the second. Asked for again
 * with the same key, it is the one that was made.
 */
export async function cloneIssue(
  ctx: Context,
  { idempotencyKey: key, ...input }: CopyInput & { idempotencyKey?: string | undefined },
): Promise<IssueRow> {
  const asked = { act: `issue.clone:${input.issueId}`, key };
  const same = async (id: number | undefined) =>
    (await findIssueById(ctx.db, id ?? fail('conflict'))) ?? fail('conflict');
  const before = await doneBefore(ctx, asked);
  if (before !== undefined) return same(before);
  const made = await copying(ctx, input, (inner, copied) =>
    doOnce(inner, asked, async (deed) => {
      const copy = await cloneHere(deed, copied, input.withNotes ?? false);
      return { id: copy.id, made: copy };
    }),
  );
  return made ?? same(await doneBefore(ctx, asked));
}

async function cloneHere(ctx: Context, copied: Copying, withNotes: boolean): Promise<IssueRow> {
  const copy = await copyIssue(ctx, copied, { withNotes });
  const to = issueNoteable(await issueAccessOf(ctx, copied.target, copy));
  const from = issueNoteable(copied.found);
  await addSystemNote(ctx, to, { action: 'moved', body: `cloned from ${from.reference}`, about: from });
  await addSystemNote(ctx, from, { action: 'moved', body: `cloned to ${to.reference}`, about: to });
  return copy;
}

type Copying = { found: IssueAccess; target: ProjectAccess; carry: CarryText };

/**
 * One transaction, in which texts of the one project are made to mean the same in the other. Their files are copied before it:
 * it holds the issue, and where the next number of the other project comes from.
 */
async function copying<T>(ctx: Context, input: CopyInput, work: (ctx: Context, copied: Copying) => Promise<T>) {
  const { found, target } = await meant(ctx, await getIssueAccess(ctx, input.issueId), input.toProjectId);
  const texts = textsOf(ctx, found, input.withNotes ?? false);
  return carryingTexts(
    ctx,
    { from: containerOfProject(found.access), to: containerOfProject(target), ahead: texts },
    (carry) =>
      transact(ctx, async (inner) => {
        const held = await meant(inner, await loadIssue(inner, input.issueId), input.toProjectId);
        return work(inner, { ...held, carry });
      }),
  );
}

async function meant(
  ctx: Context,
  found: IssueAccess,
  toProjectId: number,
): Promise<{ found: IssueAccess; target: ProjectAccess }> {
  guard(canAdminIssue(ctx.actor, found));
  const target = await getProjectAccess(ctx, toProjectId);
  if (!isAllowed(ctx.actor, 'admin_issue', issuesOf(target))) throw new AppError('issue_move_forbidden');
  return { found, target };
}

async function* textsOf(ctx: Context, found: IssueAccess, withNotes: boolean): AsyncGenerator<string> {
  yield found.row.description;
  if (withNotes) yield* textsToCopy(ctx, issueNoteable(found));
}

async function copyIssue(
  ctx: Context,
  { found: { row, access }, target, carry }: Copying,
  { withNotes, authorId }: { withNotes: boolean; authorId?: number | null },
): Promise<IssueRow> {
  const labelIds = (await listIssueLabelIds(ctx.db, [row.id])).map((each) => each.labelId);
  const named = (await listLabelsFor(ctx, labelIds)).map((label) => label.name);
  const { known: labels } = await matchLabels(ctx, target, named);
  const [milestone] = await listMilestonesFor(ctx, row.milestone_id === null ? [] : [row.milestone_id]);
  const there = milestone && (await findMilestone(ctx, target.project.id, { title: milestone.title }));
  const copy = await createIssue(ctx, {
    projectId: target.project.id,
    title: row.title,
    authorId,
    description: await carry(ctx, row.description),
    type: row.issue_type,
    isConfidential: row.is_confidential,
    isDiscussionLocked: row.is_discussion_locked,
    assigneeIds: (await listIssueAssignees(ctx.db, [row.id])).map((each) => each.userId),
    labels: { set: labels },
    milestoneId: there?.id ?? null,
    startDate: row.start_date,
    dueDate: row.due_date,
    weight: row.weight,
  });
  if (withNotes) {
    const from = issueNoteable(await issueAccessOf(ctx, access, row));
    await copyNotes(ctx, from, issueNoteable(await getIssueAccess(ctx, copy.id)), carry);
  }
  return copy;
}
