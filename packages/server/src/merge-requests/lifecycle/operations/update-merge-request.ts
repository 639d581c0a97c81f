import {
  checkTexts,
  concernsOnlySelf,
  type LabelsInput,
  type UsersInput,
  resolveMilestone,
} from '../../../planning/index.ts';
import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  type CommandOutcome,
  type SentForm,
  type StoredHtml,
  textScopeOf,
  writeDescribed,
  writeSent,
} from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canLock, canSetMetadata, canUpdate } from '../../abilities.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import {
  findMergeRequestAccess,
  findProjectAccess,
  type MergeRequestAccess,
  RESOURCE,
} from '../../merge-request-access.ts';
import { canAllowCollaboration } from '../../pushes/collaboration.ts';
import { isDraftTitle, setDraft } from '../../rules/draft-title.ts';
import { NOTEABLE_TYPE, noteableOf } from '../../noteable.ts';
import {
  findMergeRequestById,
  type MergeRequestChange,
  type MergeRequestRow,
  updateMergeRequestRow,
} from '../../store/merge-requests.ts';
import { listAssignees } from '../../store/assignees-and-reviewers.ts';
import { type DependencyInput, changeDependencies } from '../../dependencies/operations/change-dependencies.ts';
import { watchMergeTime } from '../../merge-time/merge-time.ts';
import { announceUpdate } from '../announce-update.ts';
import { loadForChange } from '../load-for-change.ts';
import { changeLabels, changeAssigneesAndReviewers, noteFieldChanges } from '../note-changes.ts';

export type UpdateInput = {
  mergeRequestId: number;
  title?: string | undefined;
  description?: string | undefined;
  isDraft?: boolean | undefined;
  assigneeIds?: UsersInput | undefined;
  reviewerIds?: UsersInput | undefined;
  labels?: LabelsInput | undefined;
  milestoneId?: number | null | undefined;
  removeSourceBranch?: boolean | undefined;
  squash?: boolean | undefined;
  allowCollaboration?: boolean | undefined;
  isDiscussionLocked?: boolean | undefined;
  /** Not merged before; null for any time. */
  mergeAfter?: Date | null | undefined;
  /** Other requests that are merged first. */
  dependencies?: DependencyInput | undefined;
  /** Version the editor began with; a text that changed since is not overwritten. */
  lastKnownVersion?: string | undefined;
  /** The whole description that the new one was made of, for changes of a part. */
  expectedDescription?: string | undefined;
  /** Grows with what the commands of the description come to. */
  outcome?: CommandOutcome | undefined;
  /** The client's own, so that these commands are done once. */
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
};

type Prepared = UpdateInput & { html?: StoredHtml };

const METADATA = ['labels', 'milestoneId', 'assigneeIds'] as const;

const operation = defineOperation<Prepared, MergeRequestAccess, MergeRequestRow>({
  name: 'merge_request.update',
  load: (ctx, input) => loadForChange(ctx, input.mergeRequestId),
  check: async (ctx, found, input): Promise<Refusal | null> => {
    if (input.isDiscussionLocked !== undefined && onlyLocks(input)) return canLock(ctx.actor, found);
    return (
      canUpdate(ctx.actor, found) ??
      (input.isDiscussionLocked === undefined ? null : canLock(ctx.actor, found)) ??
      (METADATA.some((name) => input[name] !== undefined) ? await metadataRefusal(ctx, found, input) : null)
    );
  },
  run: async (ctx, found, input) => {
    const { row, access } = found;
    if (isStale(row, input)) throw new AppError('merge_request_changed', { version: String(row.lock_version) });
    const change = await columnsOf(ctx, found, input);
    const changed = Object.keys(change).filter((name) => !name.startsWith('last_edited') && !name.includes('_html'));
    const updated = changed.length > 0 ? await updateMergeRequestRow(ctx.db, row.id, change) : row;
    await noteFieldChanges(ctx, found, updated);
    if ('merge_after' in change) await watchMergeTime(ctx, updated);
    changed.push(...(await changeAssigneesAndReviewers(ctx, found, input)));
    if (input.labels) changed.push(...(await changeLabels(ctx, access, found, input.labels)));
    if (input.dependencies) await changeDependencies(ctx, found, input.dependencies);
    if (changed.length === 0) return row;
    const final = await updateMergeRequestRow(ctx.db, row.id, {});
    await announceUpdate(ctx, final, changed);
    return final;
  },
});

/**
 * Changes texts, users, labels, milestone and switches; each difference is noted down. Unchanged values do nothing.
 * Commands in a new description are done and taken out of it.
 */
export function updateMergeRequest(ctx: Context, input: UpdateInput): Promise<MergeRequestRow> {
  return changeFields(ctx, input, operation);
}

/** The same together with other changes: `write` does them and, with what it is given, `writeFields`, in one transaction. */
export async function changeFields(
  ctx: Context,
  input: UpdateInput,
  write: (ctx: Context, prepared: Prepared) => Promise<MergeRequestRow>,
): Promise<MergeRequestRow> {
  checkTexts(input);
  if (input.description === undefined) return writeSent(ctx, input.form, (inner) => write(inner, input));
  const found = await findMergeRequestAccess(ctx, input.mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  const place = textScopeOf(found.access.project);
  return writeDescribed(
    ctx,
    { ...input, type: NOTEABLE_TYPE, text: input.description, place },
    async (inner, description, html) => {
      const row = await write(inner, { ...input, description, html });
      return { kept: row, noteable: noteableOf({ ...found, row }) };
    },
    (row) => findMergeRequestById(ctx.db, row.id),
  );
}

export const writeFields = (ctx: Context, prepared: Prepared): Promise<MergeRequestRow> => operation(ctx, prepared);

function onlyLocks(input: Prepared): boolean {
  const {
    mergeRequestId: _id,
    isDiscussionLocked: _locked,
    outcome: _told,
    idempotencyKey: _key,
    form: _form,
    ...rest
  } = input;
  return Object.values(rest).every((value) => value === undefined);
}

async function metadataRefusal(ctx: Context, found: MergeRequestAccess, input: Prepared): Promise<Refusal | null> {
  const refusal = canSetMetadata(ctx.actor, found.access);
  if (!refusal || input.labels !== undefined || input.milestoneId !== undefined || !input.assigneeIds) return refusal;
  const before = (await listAssignees(ctx.db, [found.row.id])).map((each) => each.userId);
  return concernsOnlySelf(ctx, input.assigneeIds, before) ? null : refusal;
}

function isStale(row: MergeRequestRow, input: Prepared): boolean {
  if (input.expectedDescription !== undefined && input.expectedDescription !== row.description) return true;
  if (input.lastKnownVersion === undefined || (input.title === undefined && input.description === undefined)) {
    return false;
  }
  const isSame = (input.title ?? row.title) === row.title && (input.description ?? row.description) === row.description;
  return !isSame && textVersion(row) !== input.lastKnownVersion;
}

/** Changes only when title or description do. */
export function textVersion(row: Pick<MergeRequestRow, 'last_edited_at' | 'created_at'>): string {
  return (row.last_edited_at ?? row.created_at).toISOString();
}

async function columnsOf(ctx: Context, found: MergeRequestAccess, input: Prepared): Promise<MergeRequestChange> {
  const { row, access } = found;
  const change: MergeRequestChange = {};
  const asked = input.title?.trim() ?? row.title;
  const title = input.isDraft === undefined ? asked : setDraft(asked, input.isDraft);
  if (title !== row.title) Object.assign(change, { title, is_draft: isDraftTitle(title) });
  if (input.description !== undefined && input.html && input.description !== row.description) {
    const { html, version } = input.html;
    Object.assign(change, {
      description: input.description.replaceAll('\0', ''),
      description_html: html,
      description_html_version: version,
    });
  }
  if ('title' in change || 'description' in change) {
    Object.assign(change, { last_edited_at: ctx.clock.now(), last_edited_by_id: actorId(ctx.actor) ?? null });
  }
  const switches = {
    force_remove_source_branch: input.removeSourceBranch,
    squash: input.squash,
    allow_collaboration: await collaborationOf(ctx, row, access, input.allowCollaboration),
    is_discussion_locked: input.isDiscussionLocked,
    milestone_id: input.milestoneId === undefined ? undefined : await resolveMilestone(ctx, access, input.milestoneId),
  };
  for (const [name, value] of Object.entries(switches)) {
    if (value !== undefined && value !== row[name as keyof typeof switches]) Object.assign(change, { [name]: value });
  }
  if (input.mergeAfter !== undefined && input.mergeAfter?.getTime() !== row.merge_after?.getTime()) {
    change.merge_after = input.mergeAfter;
  }
  return change;
}

/** Taking it back is for everyone who may change the request; giving it is for those who may push to the source. */
async function collaborationOf(
  ctx: Context,
  row: MergeRequestRow,
  target: ProjectAccess,
  wanted: boolean | undefined,
): Promise<boolean | undefined> {
  if (wanted !== true) return wanted;
  const source = row.source_project_id === null ? undefined : await findProjectAccess(ctx, row.source_project_id);
  return source && canAllowCollaboration(ctx, source, target) ? true : undefined;
}
