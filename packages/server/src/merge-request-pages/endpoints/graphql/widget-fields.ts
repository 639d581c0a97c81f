import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import type { GraphqlMergeRequest } from './found.ts';

const of =
  <K extends keyof WidgetData>(name: K) =>
  async ({ widget }: GraphqlMergeRequest): Promise<WidgetData[K]> =>
    (await widget())[name];

/** What the merge widget shows, the same as at its own address. */
export function addWidgetFields(builder: GraphqlBuilder): void {
  builder.objectFields('MergeRequest', (t) => ({
    mergeStatus: t.string({
      nullable: true,
      deprecationReason: 'Use mergeStatusEnum or detailedMergeStatus.',
      resolve: ({ view }) => view.row.merge_status,
    }),
    mergeOngoing: t.boolean({
      nullable: false,
      description: 'The merge request is being merged.',
      resolve: of('merge_ongoing'),
    }),
    shouldBeRebased: t.boolean({ nullable: false, resolve: ({ view }) => view.readiness.shouldBeRebased }),
    rebaseInProgress: t.boolean({
      nullable: false,
      description: 'The source branch is being rebased.',
      resolve: of('rebase_in_progress'),
    }),
    sourceBranchProtected: t.boolean({ nullable: false, resolve: of('source_branch_protected') }),
    targetBranchPath: t.string({ nullable: true, resolve: of('target_branch_path') }),
    squashReadOnly: t.boolean({
      nullable: false,
      description: 'Whether the project setting decides if commits are squashed.',
      resolve: of('squash_readonly'),
    }),
    defaultMergeCommitMessage: t.string({ nullable: true, resolve: of('default_merge_commit_message') }),
    defaultMergeCommitMessageWithDescription: t.string({
      nullable: true,
      resolve: of('default_merge_commit_message_with_description'),
    }),
    defaultSquashCommitMessage: t.string({ nullable: true, resolve: of('default_squash_commit_message') }),
    autoMergeEnabled: t.boolean({ nullable: false, resolve: of('auto_merge_enabled') }),
    autoMergeStrategy: t.string({ nullable: true, resolve: of('auto_merge_strategy') }),
    availableAutoMergeStrategies: t.stringList({ nullable: true, resolve: of('available_auto_merge_strategies') }),
    mergeTrainsCount: t.int({
      nullable: true,
      description: 'Merge requests in the merge train of the target branch.',
      resolve: of('merge_trains_count'),
    }),
    mergeTrainIndex: t.int({ nullable: true, resolve: of('merge_train_index') }),
    sha: t.string({ nullable: true, description: 'The same as diffHeadSha.', resolve: of('diff_head_sha') }),
    commitsCount: t.int({ nullable: true, description: 'The same as commitCount.', resolve: of('commits_count') }),
    divergedCommitsCount: t.int({
      nullable: true,
      description: 'Commits of the target branch that the source branch does not have.',
      resolve: of('diverged_commits_count'),
    }),
    canRemoveSourceBranch: t.boolean({
      nullable: true,
      resolve: async ({ widget }) => (await widget()).current_user.can_remove_source_branch,
    }),
    humanAccess: t.string({
      nullable: true,
      description: 'Role of the current user in the target project.',
      resolve: of('human_access'),
    }),
    userDiscussionsCount: t.int({
      nullable: true,
      description: 'Number of resolvable threads.',
      resolve: ({ view }) => view.counts.threads,
    }),
  }));
}
