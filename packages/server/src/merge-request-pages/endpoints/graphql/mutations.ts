import { AUTO_MERGE_STRATEGIES } from '@tributary/contract/merge-requests/auto-merge.ts';
import { noOutcome } from '../../../discussions/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import {
  changeMergeRequest,
  createMergeRequest,
  type UpdateInput,
  updateMergeRequest,
} from '../../../merge-requests/index.ts';
import { mergeMergeRequest, mergeWhenReady } from '../../../merging/index.ts';
import { change, type MergeRequestTarget, present } from './found.ts';

const STATE_EVENTS = { OPEN: 'reopen', CLOSED: 'close' } as const;

function update(ctx: Context, place: MergeRequestTarget, input: Omit<UpdateInput, 'mergeRequestId'>) {
  return change(ctx, place, (mergeRequestId) => updateMergeRequest(ctx, { mergeRequestId, ...input }));
}

function addCreate(builder: GraphqlBuilder): void {
  const input = builder.inputType('MergeRequestCreateInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      title: t.string({ required: true }),
      sourceBranch: t.string({ required: true }),
      targetBranch: t.string({ required: true }),
      description: t.string(),
      labels: t.stringList(),
      removeSourceBranch: t.boolean(),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestCreate', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx, idempotencyKey }, { path }) => {
        const outcome = noOutcome();
        const work = async () => {
          const { project } = await getProjectAccess(ctx, given.projectPath);
          const row = await createMergeRequest(ctx, {
            source: { projectId: project.id, branch: given.sourceBranch },
            target: { projectId: project.id, branch: given.targetBranch },
            title: given.title,
            outcome,
            ...keyOfField(idempotencyKey, path.key),
            description: given.description ?? undefined,
            labels: given.labels ? { set: given.labels } : undefined,
            removeSourceBranch: given.removeSourceBranch ?? undefined,
          });
          return { mergeRequest: await present(ctx, row.id) };
        };
        return answerMutation({ mergeRequest: null }, work, outcome);
      },
    }),
  );
}

function addUpdate(builder: GraphqlBuilder): void {
  const newState = builder.enumType('MergeRequestNewState', { values: ['OPEN', 'CLOSED'] as const });
  const input = builder.inputType('MergeRequestUpdateInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      title: t.string(),
      description: t.string(),
      targetBranch: t.string(),
      state: t.field({ type: newState }),
      removeSourceBranch: t.boolean(),
      timeEstimate: t.string({ description: 'In human-readable format (`3h 30m`). Null or `0` removes it.' }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestUpdate', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx, idempotencyKey }, { path }) =>
        change(ctx, given, (mergeRequestId, outcome) =>
          changeMergeRequest(ctx, {
            mergeRequestId,
            fields: {
              outcome,
              ...keyOfField(idempotencyKey, path.key),
              title: given.title ?? undefined,
              description: given.description ?? undefined,
              removeSourceBranch: given.removeSourceBranch ?? undefined,
            },
            targetBranch: given.targetBranch ?? undefined,
            stateEvent: given.state ? STATE_EVENTS[given.state] : undefined,
            timeEstimate: given.timeEstimate === undefined ? undefined : (given.timeEstimate ?? '0'),
          }),
        ),
    }),
  );
}

function addAccept(builder: GraphqlBuilder): void {
  const strategy = builder.enumType('MergeStrategyEnum', {
    description: 'Auto-merge strategies. `availableAutoMergeStrategies` lists those available for a merge request.',
    values: Object.fromEntries(AUTO_MERGE_STRATEGIES.map((value) => [value.toUpperCase(), { value }])),
  });
  const input = builder.inputType('MergeRequestAcceptInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      sha: t.string({
        required: true,
        description: 'The head SHA that was reviewed. The merge fails if the head has changed.',
      }),
      commitMessage: t.string(),
      squash: t.boolean(),
      squashCommitMessage: t.string(),
      shouldRemoveSourceBranch: t.boolean(),
      strategy: t.field({ type: strategy, description: 'If omitted, the merge request is merged immediately.' }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestAccept', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        change(ctx, given, (mergeRequestId) =>
          (given.strategy ? mergeWhenReady : mergeMergeRequest)(ctx, {
            mergeRequestId,
            sha: given.sha,
            commitMessage: given.commitMessage ?? undefined,
            squash: given.squash ?? undefined,
            squashMessage: given.squashCommitMessage ?? undefined,
            shouldRemoveSourceBranch: given.shouldRemoveSourceBranch ?? undefined,
            strategy: given.strategy ?? undefined,
          }),
        ),
    }),
  );
}

function addSwitches(builder: GraphqlBuilder): void {
  const draftInput = builder.inputType('MergeRequestSetDraftInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      draft: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeRequestSetDraft', (t) =>
    t.field({
      type: 'MergeRequestPayload',
      nullable: true,
      args: { input: t.arg({ type: draftInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => update(ctx, input, { isDraft: input.draft }),
    }),
  );
  const lockInput = builder.inputType('MergeRequestSetLockedInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      locked: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  for (const name of ['mergeRequestSetLocked', 'updateMergeRequestLocked']) {
    builder.mutationField(name, (t) =>
      t.field({
        type: 'MergeRequestPayload',
        nullable: true,
        args: { input: t.arg({ type: lockInput, required: true }) },
        resolve: (_root, { input }, { ctx }) => update(ctx, input, { isDiscussionLocked: input.locked }),
      }),
    );
  }
}

export function addMergeRequestMutations(builder: GraphqlBuilder): void {
  addCreate(builder);
  addUpdate(builder);
  addAccept(builder);
  addSwitches(builder);
}
