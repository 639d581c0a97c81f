import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../../endpoints/graphql/global-id.ts';
import type { Context } from '../../../../platform/context.ts';
import type { ProjectAccess } from '../../../../projects/index.ts';
import type { issuableMutations } from '../../../shared/graphql-mutations.ts';
import { labelNamesOf } from '../../../shared/labels-of-ids.ts';
import type { LabelsInput } from '../../../shared/resolve-inputs.ts';
import type { IssueAccess } from '../../issue-access.ts';
import { changeIssue } from '../../operations/change-issue-state.ts';
import { dayOf } from './day-argument.ts';

type Words = readonly string[] | null | undefined;
type Labels = {
  addLabels?: Words;
  removeLabels?: Words;
  addLabelIds?: Words;
  removeLabelIds?: Words;
  labelIds?: Words;
};

/** What is said of labels, by names and by ids alike. */
async function labelWish(ctx: Context, access: ProjectAccess, given: Labels): Promise<LabelsInput | undefined> {
  const { addLabels, removeLabels, addLabelIds, removeLabelIds, labelIds } = given;
  const isChange = Boolean(addLabels ?? removeLabels ?? addLabelIds ?? removeLabelIds);
  if (labelIds && isChange) {
    failFields({ labelIds: ['cannot be combined with labels to add or remove'] });
  }
  if (labelIds) return { set: await labelNamesOf(ctx, access, labelIds) };
  if (!isChange) return undefined;
  return {
    add: [...(addLabels ?? []), ...(await labelNamesOf(ctx, access, addLabelIds ?? []))],
    remove: [...(removeLabels ?? []), ...(await labelNamesOf(ctx, access, removeLabelIds ?? []))],
  };
}

/** `updateIssue`: fields, labels and state at once. */
export function addUpdateMutation(
  builder: GraphqlBuilder,
  add: ReturnType<typeof issuableMutations<IssueAccess>>,
): void {
  const event = builder.enumType('IssueStateEvent', { values: ['REOPEN', 'CLOSE'] as const });
  add('updateIssue', {
    fields: (t) => ({
      title: t.string(),
      description: t.string(),
      confidential: t.boolean(),
      locked: t.boolean(),
      dueDate: t.string(),
      weight: t.int(),
      milestoneId: t.field({ type: 'MilestoneID' }),
      addLabels: t.stringList({ description: 'By name.' }),
      removeLabels: t.stringList({ description: 'By name.' }),
      addLabelIds: t.field({ type: ['LabelID'] }),
      removeLabelIds: t.field({ type: ['LabelID'] }),
      labelIds: t.field({ type: ['LabelID'], description: 'Replaces all labels.' }),
      stateEvent: t.field({ type: event }),
    }),
    change: async (ctx, { row, access }, given, { outcome, key }) =>
      changeIssue(ctx, {
        issueId: row.id,
        stateEvent: given.stateEvent ? (given.stateEvent === 'CLOSE' ? 'close' : 'reopen') : undefined,
        fields: {
          outcome,
          ...key,
          title: given.title ?? undefined,
          description: given.description ?? undefined,
          isConfidential: given.confidential ?? undefined,
          isDiscussionLocked: given.locked ?? undefined,
          dueDate: dayOf(given.dueDate),
          weight: given.weight,
          milestoneId: given.milestoneId ? parseNumericId(given.milestoneId, 'Milestone') : noneOrKept(given),
          labels: await labelWish(ctx, access, given),
        },
      }),
  });
}

/** Null takes the milestone away; where nothing is said of it, it stays. */
const noneOrKept = ({ milestoneId }: { milestoneId?: string | null | undefined }) =>
  milestoneId === null ? null : undefined;
