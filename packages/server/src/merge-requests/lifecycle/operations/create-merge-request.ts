import {
  assigneesText,
  checkTexts,
  eventsOfCreation,
  type LabelsInput,
  recordResourceEvents,
  resolveLabels,
  resolveMilestone,
  reviewersText,
} from '../../../planning/index.ts';
import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import {
  addSystemNote,
  type CommandOutcome,
  renderText,
  runWritten,
  type SentForm,
  type StoredHtml,
  textScopeOf,
  writeDescribed,
  writeSent,
} from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { type IdempotentRequest, doneBefore, doOnce } from '../../../platform/done-once.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { canCreate, canSetMetadata } from '../../abilities.ts';
import { changeDependencies, type DependencyInput } from '../../dependencies/operations/change-dependencies.ts';
import { requestMergeCheck } from '../../readiness/operations/readiness-changed.ts';
import { accessOf, findMergeRequestAccess, RESOURCE } from '../../merge-request-access.ts';
import { canAllowCollaboration } from '../../pushes/collaboration.ts';
import { NOTEABLE_TYPE, noteableOf } from '../../noteable.ts';
import { defaultTexts } from '../../rules/default-texts.ts';
import { isDraftTitle, setDraft } from '../../rules/draft-title.ts';
import {
  findMergeRequestById,
  findOpenForPair,
  insertMergeRequest,
  type MergeRequestRow,
  takeIid,
} from '../../store/merge-requests.ts';
import { setAssignees, setLabels, setReviewers } from '../../store/assignees-and-reviewers.ts';
import { recordMergeRequestActivity } from '../../notifications/activity.ts';
import { type BranchPair, requireTip } from '../../versions/branch-ends.ts';
import { createVersion } from '../../versions/create-version.ts';
import { watchMergeTime } from '../../merge-time/merge-time.ts';
import { readVersion, type ReadVersion } from '../../versions/read-version.ts';
import { checkFork } from '../rules/fork-network.ts';
import { usersWhoCanRead } from '../users-who-can-read.ts';

export type CreateInput = {
  source: { projectId: number; branch: string };
  target: { projectId: number; branch: string };
  /** From the commits or the branch when left out. */
  title?: string | undefined;
  description?: string | undefined;
  isDraft?: boolean | undefined;
  assigneeIds?: number[] | undefined;
  reviewerIds?: number[] | undefined;
  labels?: LabelsInput | undefined;
  /** 0 or null for none. */
  milestoneId?: number | null | undefined;
  removeSourceBranch?: boolean | undefined;
  squash?: boolean | undefined;
  allowCollaboration?: boolean | undefined;
  /** Not merged before; null for any time. */
  mergeAfter?: Date | null | undefined;
  /** Other requests that are merged first. */
  dependencies?: DependencyInput | undefined;
  /** Grows with what the commands of the description come to. */
  outcome?: CommandOutcome | undefined;
  /** The client's own: asked for again, it is the same merge request. */
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
};

type Loaded = { source: ProjectAccess; target: ProjectAccess };

/**
 * Proposes a branch for merging; it may have no commits of its own yet, made for the work to come. Fails with the codes
 * `merge_request_same_branch`, `…_branch_missing`, `…_unrelated`, `…_exists`, `…_not_fork`, or for single fields.
 */
export const createMergeRequest = defineOperation<CreateInput, Loaded, MergeRequestRow>({
  name: 'merge_request.create',
  // Reading the commits takes time and must hold no row; the race for the pair is decided by a unique index.
  transaction: false,
  load: async (ctx, input) => {
    const target = await getProjectAccess(ctx, input.target.projectId);
    const isSame = input.source.projectId === input.target.projectId;
    return { target, source: isSame ? target : await getProjectAccess(ctx, input.source.projectId) };
  },
  check: (ctx, { source, target }) => canCreate(ctx.actor, source, target),
  run: async (ctx, { source, target }, input) => {
    const asked = askedFor(input);
    const before = await doneBefore(ctx, asked);
    if (before !== undefined) return requestAgain(ctx, before, input);
    const pair: BranchPair = { source: input.source, target: input.target };
    checkFork(source.project, target.project);
    checkDifferent(pair);
    try {
      await refuseDuplicate(ctx, pair);
      const read = await readPair(ctx, pair);
      const { project } = target;
      const texts = textsOf(input, read);
      checkTexts(texts);
      const place = textScopeOf(project);
      const make = async (outer: Context, description: string, html: StoredHtml) => {
        const made = await doOnce(outer, asked, async (inner) => {
          const row = await write(inner, { input, source, target, texts: { ...texts, description }, html, read });
          return { id: row.id, made: { kept: row, noteable: noteableOf(await accessOf(inner, target, row)) } };
        });
        return made ?? sameRequest(outer, (await doneBefore(outer, asked)) ?? fail('conflict'));
      };
      if (input.description !== undefined) {
        const described = { ...input, type: NOTEABLE_TYPE, text: texts.description, place };
        return await writeDescribed(ctx, described, make, (row) => findMergeRequestById(ctx.db, row.id));
      }
      // Commands are what someone wrote, not what a commit says.
      const html = await renderText(ctx, place, texts.description);
      return (await writeSent(ctx, input.form, (inner) => make(inner, texts.description, html))).kept;
    } catch (error) {
      if (error instanceof AppError && error.code === 'merge_request_exists') {
        // The one that is there may be of this very request, sent twice at once.
        const made = await doneBefore(ctx, asked);
        if (made !== undefined) return requestAgain(ctx, made, input);
        // Someone created the same one between our look and our write: say which.
        await refuseDuplicate(ctx, pair);
      }
      throw error;
    }
  },
});

function askedFor({ target, idempotencyKey }: CreateInput): IdempotentRequest {
  return { act: `merge_request.create:${target.projectId}`, key: idempotencyKey };
}

/** The one that was made for the same request, with what came of its commands. */
async function requestAgain(ctx: Context, id: number, { idempotencyKey: key, outcome }: CreateInput) {
  const { kept, noteable } = await sameRequest(ctx, id);
  if (outcome && key !== undefined) Object.assign(outcome, await runWritten(ctx, noteable, key));
  return (await findMergeRequestById(ctx.db, id)) ?? kept;
}

async function sameRequest(ctx: Context, id: number) {
  const found = (await findMergeRequestAccess(ctx, id)) ?? fail('not_found', { resource: RESOURCE });
  return { kept: found.row, noteable: noteableOf(found) };
}

export async function readPair(ctx: Context, pair: BranchPair): Promise<ReadVersion> {
  const targetSha = await requireTip(ctx, pair.target, 'Target');
  const sourceSha = await requireTip(ctx, pair.source, 'Source');
  return readVersion(ctx, pair, { sourceSha, targetSha });
}

export function checkDifferent({ source, target }: BranchPair): void {
  if (source.projectId === target.projectId && source.branch === target.branch)
    throw new AppError('merge_request_same_branch', {}, { status: 422 });
}

async function refuseDuplicate(ctx: Context, { source, target }: BranchPair): Promise<void> {
  const existing = await findOpenForPair(ctx.db, {
    sourceProjectId: source.projectId,
    sourceBranch: source.branch,
    targetProjectId: target.projectId,
    targetBranch: target.branch,
  });
  if (existing) throw new AppError('merge_request_exists', { iid: existing.iid });
}

function textsOf(input: CreateInput, read: ReadVersion): { title: string; description: string } {
  const commits = read.commits.map((commit) => ({ message: commit.message, parentCount: commit.parents.length }));
  const defaults = defaultTexts(input.source.branch, commits);
  const title = (input.title ?? defaults.title).trim();
  const description = (input.description ?? (input.title === undefined ? defaults.description : '')).replaceAll(
    '\0',
    '',
  );
  return { title: input.isDraft === undefined ? title : setDraft(title, input.isDraft), description };
}

type Write = Loaded & {
  input: CreateInput;
  texts: { title: string; description: string };
  html: StoredHtml;
  read: ReadVersion;
};

async function write(ctx: Context, data: Write): Promise<MergeRequestRow> {
  const { input, source, target, texts, html, read } = data;
  const { project } = target;
  const mayLabel = canSetMetadata(ctx.actor, target) === null;
  const squashes = { always: true, never: false, default_on: input.squash ?? true, default_off: input.squash ?? false };
  const inserted = await insertMergeRequest(ctx.db, {
    iid: await takeIid(ctx.db, project.id),
    target_project_id: project.id,
    source_project_id: source.project.id,
    source_branch: input.source.branch,
    target_branch: input.target.branch,
    author_id: actorId(ctx.actor) ?? null,
    title: texts.title,
    description: texts.description,
    description_html: html.html,
    description_html_version: html.version,
    is_draft: isDraftTitle(texts.title),
    squash: squashes[project.squash_option],
    force_remove_source_branch: input.removeSourceBranch ?? project.remove_source_branch_after_merge,
    allow_collaboration: (input.allowCollaboration ?? false) && canAllowCollaboration(ctx, source, target),
    merge_after: input.mergeAfter ?? null,
    milestone_id: mayLabel ? await resolveMilestone(ctx, target, input.milestoneId) : null,
  });
  const { row } = await createVersion(ctx, inserted, read);
  await requestMergeCheck(ctx, row.id, 'created');
  await watchMergeTime(ctx, row);
  const labelIds = mayLabel && input.labels ? await resolveLabels(ctx, target, input.labels, []) : [];
  await setLabels(ctx.db, row.id, labelIds);
  const noteable = noteableOf(await accessOf(ctx, target, row));
  await recordResourceEvents(ctx, noteable, eventsOfCreation(labelIds, row.milestone_id));
  await putPeople(ctx, target, row, input, mayLabel);
  await recordMergeRequestActivity(ctx, project, row, { action: 'opened' });
  if (input.dependencies) await changeDependencies(ctx, await accessOf(ctx, target, row), input.dependencies);
  await emit(ctx, 'merge_request.created', { mergeRequestId: row.id, projectId: project.id });
  return row;
}

/** Anyone may ask for a review of their own request; assigning is for those who work in the project, or oneself. */
async function putPeople(
  ctx: Context,
  target: ProjectAccess,
  row: MergeRequestRow,
  input: CreateInput,
  mayAssign: boolean,
): Promise<void> {
  const self = actorId(ctx.actor);
  const wanted = (input.assigneeIds ?? []).filter((id) => mayAssign || id === self);
  const assignees = await usersWhoCanRead(ctx, target, wanted);
  const reviewers = await usersWhoCanRead(ctx, target, input.reviewerIds ?? []);
  if (assignees.length + reviewers.length === 0) return;
  await setAssignees(ctx.db, row.id, assignees);
  await setReviewers(ctx.db, row.id, reviewers);
  const noteable = noteableOf(await accessOf(ctx, target, row));
  const assigned = assigneesText({ added: await listUsersByIds(ctx, assignees), removed: [] });
  if (assigned) await addSystemNote(ctx, noteable, { action: 'assignee', body: assigned });
  const requested = reviewersText({ added: await listUsersByIds(ctx, reviewers), removed: [] });
  if (requested) await addSystemNote(ctx, noteable, { action: 'reviewer', body: requested });
}
