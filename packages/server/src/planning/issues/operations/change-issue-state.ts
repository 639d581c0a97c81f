import { addSystemNote, canBackdate, type SystemNote } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation, guard } from '../../../platform/operation.ts';
import { changesFields } from '../../shared/changes-fields.ts';
import { recordResourceEvents } from '../../resource-events/record-events.ts';
import { canChangeIssueState, canCloseIssue, canReopenIssue, canUpdateIssue, refuseBackdating } from '../abilities.ts';
import { type IssueAccess, issueTopic } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { type IssueRow, noteIssueFacts, updateIssueRow } from '../store/issues.ts';
import { recordIssueActivity } from '../notifications/activity.ts';
import { loadIssue } from './load-issue.ts';
import { changeIssueFields, writeIssueFields, type IssueUpdateInput } from './update-issue.ts';

type CloseInput = {
  issueId: number;
  /** What closes it: the merge of a request, or a commit. */
  by?: ClosedBy | undefined;
  /** What it repeats. */
  duplicateOfId?: number | undefined;
};

export type ClosedBy = {
  /** As the note names it on an issue of that project. */
  phraseFor: (projectId: number) => string;
  about: { type: string; id: number };
  mergeRequestId?: number | undefined;
};

export const closeIssue = defineOperation<CloseInput, IssueAccess, IssueRow>({
  name: 'issue.close',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canCloseIssue(ctx.actor, found),
  run: async (ctx, found, { by, duplicateOfId }) => {
    const row = await updateIssueRow(ctx.db, found.row.id, {
      state: 'closed',
      closed_at: ctx.clock.now(),
      closed_by_id: actorId(ctx.actor) ?? null,
      ...(duplicateOfId !== undefined && { duplicated_to_id: duplicateOfId }),
    });
    const body = by ? `closed via ${by.phraseFor(row.project_id)}` : 'closed';
    const note = { action: 'issue_closed', body, about: by?.about };
    await announceState(ctx, found, row, { ...note, mergeRequestId: by?.mergeRequestId });
    return row;
  },
});

export const reopenIssue = defineOperation<{ issueId: number }, IssueAccess, IssueRow>({
  name: 'issue.reopen',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canReopenIssue(ctx.actor, found),
  run: async (ctx, found) => {
    const row = await updateIssueRow(ctx.db, found.row.id, {
      state: 'opened',
      closed_at: null,
      closed_by_id: null,
      duplicated_to_id: null,
    });
    await announceState(ctx, found, row, { action: 'issue_reopened', body: 'reopened' });
    return row;
  },
});

async function announceState(
  ctx: Context,
  found: IssueAccess,
  row: IssueRow,
  told: SystemNote & { mergeRequestId?: number | undefined },
): Promise<void> {
  const noteable = issueNoteable({ ...found, row });
  const { mergeRequestId, ...note } = told;
  await addSystemNote(ctx, noteable, note);
  await recordResourceEvents(ctx, noteable, [
    {
      kind: 'state',
      action: row.state === 'closed' ? 'closed' : 'reopened',
      sourceMergeRequestId: mergeRequestId ?? null,
    },
  ]);
  await recordIssueActivity(ctx, found.access.project, row, row.state === 'closed' ? 'closed' : 'reopened');
  await emit(ctx, 'issue.state_changed', {
    issueId: row.id,
    projectId: row.project_id,
    to: row.state,
    ...(mergeRequestId !== undefined && { mergeRequestId }),
  });
  await publish(ctx, issueTopic(row.id), 'changed', { id: row.id, changed: ['state'] });
}

export type ChangeIssueInput = {
  issueId: number;
  /** Fields that say nothing are not asked for beside a state: who may close need not be one who may edit. */
  fields?: Omit<IssueUpdateInput, 'issueId'> | undefined;
  stateEvent?: 'close' | 'reopen' | undefined;
  /** When it was last changed where it comes from, for those who bring it here; of others it changes nothing. */
  updatedAt?: Date | undefined;
};

/** Everything one request to change may ask for, wholly or not at all. A state that it has already is no change. */
export async function changeIssue(
  ctx: Context,
  { issueId, fields: given, stateEvent, updatedAt }: ChangeIssueInput,
): Promise<void> {
  const fields = given && ((!stateEvent && !updatedAt) || changesFields(given)) ? given : undefined;
  const change = <Row>(outer: Context, writeRest: (inner: Context) => Promise<Row>): Promise<Row> =>
    transact(outer, async (inner) => {
      if (stateEvent === 'reopen' && (await isOtherState(inner, issueId, 'opened')))
        await reopenIssue(inner, { issueId });
      const written = await writeRest(inner);
      if (stateEvent === 'close' && (await isOtherState(inner, issueId, 'closed')))
        await closeIssue(inner, { issueId });
      // Last, since every change has its own time.
      if (updatedAt) await setIssueTime(inner, { issueId, updatedAt, isAlone: !fields && !stateEvent });
      return written;
    });
  if (!fields) return change(ctx, async () => undefined);
  await changeIssueFields(ctx, { ...fields, issueId }, (outer, prepared) =>
    change(outer, (inner) => writeIssueFields(inner, prepared)),
  );
}

type SetTime = { issueId: number; updatedAt: Date; isAlone: boolean };

const setIssueTime = defineOperation<SetTime, IssueAccess, void>({
  name: 'issue.set_time',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found, { updatedAt, isAlone }) =>
    isAlone || canBackdate(ctx.actor, found.access)
      ? (canUpdateIssue(ctx.actor, found) ?? refuseBackdating(ctx, found.access, { updated_at: updatedAt }))
      : null,
  run: async (ctx, { row, access }, { updatedAt }) => {
    if (canBackdate(ctx.actor, access)) await noteIssueFacts(ctx.db, row.id, { updated_at: updatedAt });
  },
});

/** Asks for the right even when there is nothing to do. */
async function isOtherState(ctx: Context, issueId: number, state: IssueRow['state']): Promise<boolean> {
  const found = await loadIssue(ctx, issueId);
  guard(canChangeIssueState(ctx.actor, found));
  return found.row.state !== state;
}
