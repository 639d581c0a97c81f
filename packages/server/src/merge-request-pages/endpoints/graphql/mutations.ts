import { AUTO_MERGE_STRATEGIES } from '@tributary/contract/merge-requests/auto-merge.ts';
import { noOutcome } from '../../../discussions/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import { addCommonMutations } from '../../../planning/index.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import {
  changeMergeRequest,
  createMergeRequest,
  setSubscribed,
  updateMergeRequest,
} from '../../../merge-requests/index.ts';
import { mergeMergeRequest, mergeWhenReady } from '../../../merging/index.ts';
import { type MergeRequestMutations, present, requestMutations } from './found.ts';
import { addReviewMutations } from './review-mutations.ts';

const STATE_EVENTS = { OPEN: 'reopen', CLOSED: 'close' } as const;

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

function addUpdate(builder: GraphqlBuilder, add: MergeRequestMutations): void {
  const newState = builder.enumType('MergeRequestNewState', { values: ['OPEN', 'CLOSED'] as const });
  add('mergeRequestUpdate', {
    fields: (t) => ({
      title: t.string(),
      description: t.string(),
      targetBranch: t.string(),
      state: t.field({ type: newState }),
      removeSourceBranch: t.boolean(),
      timeEstimate: t.string({ description: 'In human-readable format (`3h 30m`). Null or `0` removes it.' }),
    }),
    change: (ctx, { row }, given, { outcome, key }) =>
      changeMergeRequest(ctx, {
        mergeRequestId: row.id,
        fields: {
          outcome,
          ...key,
          title: given.title ?? undefined,
          description: given.description ?? undefined,
          removeSourceBranch: given.removeSourceBranch ?? undefined,
        },
        targetBranch: given.targetBranch ?? undefined,
        stateEvent: given.state ? STATE_EVENTS[given.state] : undefined,
        timeEstimate: given.timeEstimate === undefined ? undefined : (given.timeEstimate ?? '0'),
      }),
  });
}

function addAccept(builder: GraphqlBuilder, add: MergeRequestMutations): void {
  const strategy = builder.enumType('MergeStrategyEnum', {
    description: 'Auto-merge strategies. `availableAutoMergeStrategies` lists those available for a merge request.',
    values: Object.fromEntries(AUTO_MERGE_STRATEGIES.map((value) => [value.toUpperCase(), { value }])),
  });
  add('mergeRequestAccept', {
    fields: (t) => ({
      sha: t.string({
        required: true,
        description: 'The head SHA that was reviewed. The merge fails if the head has changed.',
      }),
      commitMessage: t.string(),
      squash: t.boolean(),
      squashCommitMessage: t.string(),
      shouldRemoveSourceBranch: t.boolean(),
      strategy: t.field({ type: strategy, description: 'If omitted, the merge request is merged immediately.' }),
    }),
    change: (ctx, { row }, given) =>
      (given.strategy ? mergeWhenReady : mergeMergeRequest)(ctx, {
        mergeRequestId: row.id,
        sha: given.sha,
        commitMessage: given.commitMessage ?? undefined,
        squash: given.squash ?? undefined,
        squashMessage: given.squashCommitMessage ?? undefined,
        shouldRemoveSourceBranch: given.shouldRemoveSourceBranch ?? undefined,
        strategy: given.strategy ?? undefined,
      }),
  });
}

export function addMergeRequestMutations(builder: GraphqlBuilder): void {
  addCreate(builder);
  const add = requestMutations(builder);
  addCommonMutations(builder, add, {
    prefix: 'mergeRequest',
    update: (ctx, { row }, fields) => updateMergeRequest(ctx, { mergeRequestId: row.id, ...fields }),
    setSubscribed: (ctx, { row }, isSubscribed) => setSubscribed(ctx, { mergeRequestId: row.id, isSubscribed }),
  });
  add('mergeRequestSetDraft', {
    fields: (t) => ({ draft: t.boolean({ required: true }) }),
    change: (ctx, { row }, { draft }) => updateMergeRequest(ctx, { mergeRequestId: row.id, isDraft: draft }),
  });
  addUpdate(builder, add);
  addAccept(builder, add);
  addReviewMutations(builder, add);
}
