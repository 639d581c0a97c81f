import { matchesTitlePattern } from '../../projects/index.ts';
import { withoutDraft } from '../rules/draft-title.ts';
import { defineMergeCheck, type MergeFacts, ORDER } from './merge-checks.ts';

defineMergeCheck({
  identifier: 'not_open',
  detailedStatus: 'not_open',
  order: ORDER.open,
  message: ({ row }) =>
    row.state === 'merged'
      ? 'This merge request is already merged.'
      : 'This merge request is closed. Reopen it to merge it.',
  evaluate: (_ctx, { row }) => (row.state === 'opened' ? 'success' : 'failed'),
});

defineMergeCheck({
  identifier: 'draft_status',
  detailedStatus: 'draft_status',
  order: ORDER.draft,
  message: () => 'Merge blocked: merge request must be marked as ready. It is still marked as draft.',
  evaluate: (_ctx, { row }) => (row.is_draft ? 'failed' : 'success'),
});

defineMergeCheck({
  identifier: 'title_regex',
  detailedStatus: 'title_regex',
  order: ORDER.title,
  message: ({ project }) =>
    `Merge blocked: the title does not match the required format. ${project.merge_request_title_regex_description ?? ''}`.trim(),
  evaluate: (_ctx, { row, project }) => {
    const { merge_request_title_regex: pattern } = project;
    if (pattern === null) return 'inactive';
    return matchesTitlePattern(pattern, withoutDraft(row.title)) ? 'success' : 'failed';
  },
});

defineMergeCheck({
  identifier: 'discussions_not_resolved',
  detailedStatus: 'discussions_not_resolved',
  order: ORDER.discussions,
  message: ({ unresolvedThreads: count }) =>
    `Merge blocked: all threads must be resolved. ${count === 1 ? '1 thread is open.' : `${count} threads are open.`}`,
  evaluate: (_ctx, { project, unresolvedThreads }) => {
    if (!project.only_allow_merge_if_all_discussions_are_resolved) return 'inactive';
    return unresolvedThreads === 0 ? 'success' : 'failed';
  },
});

defineMergeCheck({
  identifier: 'commits_status',
  detailedStatus: 'commits_status',
  order: ORDER.commits,
  message: ({ row, tips }) => {
    if (tips && tips.target === undefined) return `The target branch ${row.target_branch} does not exist.`;
    if (tips && tips.source === undefined) return `The source branch ${row.source_branch} does not exist.`;
    return 'Merge blocked: there is nothing to merge. Push a commit to the source branch.';
  },
  evaluate: (_ctx, { row, tips }) => {
    if (tips && (tips.source === undefined || tips.target === undefined)) return 'failed';
    return row.commits_count > 0 ? 'success' : 'failed';
  },
});

/** Without a target branch there is nothing to compare with, and `commits_status` says so. */
const hasNoTarget = ({ tips }: MergeFacts) => tips !== null && tips.target === undefined;

const isKnown = ({ merge_status: status }: MergeFacts['row']) =>
  status === 'can_be_merged' || status === 'cannot_be_merged';

defineMergeCheck({
  identifier: 'need_rebase',
  detailedStatus: 'need_rebase',
  order: ORDER.rebase,
  message: () =>
    'Merge blocked: the source branch must be rebased onto the target branch before it can be fast-forwarded.',
  evaluate: (_ctx, facts) => {
    if (facts.project.merge_method === 'merge' || hasNoTarget(facts)) return 'inactive';
    if (!isKnown(facts.row)) return 'checking';
    return facts.row.diverged_commits_count === 0 ? 'success' : 'failed';
  },
});

defineMergeCheck({
  identifier: 'conflict',
  detailedStatus: 'conflict',
  order: ORDER.conflict,
  message: () => 'Merge blocked: merge conflicts must be resolved.',
  evaluate: (_ctx, facts) => {
    if (hasNoTarget(facts)) return 'inactive';
    if (!isKnown(facts.row)) return 'checking';
    return facts.row.merge_status === 'can_be_merged' ? 'success' : 'failed';
  },
});
