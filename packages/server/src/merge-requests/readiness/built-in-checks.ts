import type { Extensions } from '../../platform/extensions.ts';
import { hasTrains, matchesTitlePattern } from '../../projects/index.ts';
import { withoutDraft } from '../rules/draft-title.ts';
import {
  type BranchTips,
  branchTipsFact,
  type GitMerge,
  gitMergeFact,
  projectFact,
  requestedChangesFact,
  requestFact,
  unresolvedThreadsFact,
} from './built-in-facts.ts';
import { CHECK_ORDER, defineMergeCheck } from './define-check.ts';

/** Without a target branch there is nothing to compare with, and `commits_status` says so. */
const hasNoTarget = (tips: BranchTips | null) => tips !== null && tips.target === undefined;

const isKnown = ({ status }: GitMerge) => status === 'can_be_merged' || status === 'cannot_be_merged';

export const readinessBuiltInChecks: Extensions = [
  defineMergeCheck({
    id: 'not_open',
    status: 'not_open',
    order: CHECK_ORDER.open,
    needs: { request: requestFact },
    evaluate: ({ request: { state } }) => {
      if (state === 'opened') return { state: 'passed' };
      if (state === 'merged') return { state: 'failed', code: 'merged' };
      return { state: 'failed', code: 'closed', clearedBy: 'author', action: 'reopen' };
    },
    message: ({ code }) =>
      code === 'merged'
        ? 'This merge request is already merged.'
        : 'This merge request is closed. Reopen it to merge it.',
  }),
  defineMergeCheck({
    id: 'draft_status',
    status: 'draft_status',
    order: CHECK_ORDER.draft,
    needs: { request: requestFact },
    evaluate: ({ request }) =>
      request.is_draft ? { state: 'failed', clearedBy: 'author', action: 'mark_as_ready' } : { state: 'passed' },
    message: () => 'Merge blocked: merge request must be marked as ready. It is still marked as draft.',
  }),
  defineMergeCheck({
    id: 'requested_changes',
    status: 'requested_changes',
    order: CHECK_ORDER.requestedChanges,
    needs: { count: requestedChangesFact },
    evaluate: ({ count }) =>
      count === 0
        ? { state: 'passed' }
        : { state: 'failed', params: { count }, clearedBy: 'reviewers', action: 'show_reviewers' },
    message: ({ params }) =>
      `Merge blocked: ${params?.['count'] === 1 ? 'a reviewer' : `${params?.['count']} reviewers`} requested changes. Ask them to approve, or remove them as reviewers.`,
  }),
  defineMergeCheck({
    id: 'title_regex',
    status: 'title_regex',
    order: CHECK_ORDER.title,
    needs: { request: requestFact, project: projectFact },
    evaluate: ({ request, project }) => {
      const { merge_request_title_regex: pattern, merge_request_title_regex_description: description } = project;
      if (pattern === null) return { state: 'off' };
      if (matchesTitlePattern(pattern, withoutDraft(request.title))) return { state: 'passed' };
      return { state: 'failed', params: { description }, clearedBy: 'author', action: 'edit_title' };
    },
    message: ({ params }) =>
      `Merge blocked: the title does not match the required format. ${params?.['description'] ?? ''}`.trim(),
  }),
  defineMergeCheck({
    id: 'discussions_not_resolved',
    status: 'discussions_not_resolved',
    order: CHECK_ORDER.discussions,
    needs: { project: projectFact, count: unresolvedThreadsFact },
    evaluate: ({ project, count }) => {
      if (!project.only_allow_merge_if_all_discussions_are_resolved) return { state: 'off' };
      if (count === 0) return { state: 'passed' };
      return { state: 'failed', params: { count }, clearedBy: 'members', action: 'show_threads' };
    },
    message: ({ params }) =>
      `Merge blocked: all threads must be resolved. ${params?.['count'] === 1 ? '1 thread is open.' : `${params?.['count']} threads are open.`}`,
  }),
  defineMergeCheck({
    id: 'commits_status',
    status: 'commits_status',
    order: CHECK_ORDER.commits,
    needs: { request: requestFact, tips: branchTipsFact },
    evaluate: ({ request, tips }) => {
      const missing = (code: string, branch: string) =>
        ({ state: 'failed', code, params: { branch }, clearedBy: 'pushers' }) as const;
      if (tips && tips.target === undefined) return missing('target_branch_missing', request.target_branch);
      if (tips && tips.source === undefined) return missing('source_branch_missing', request.source_branch);
      if (request.commits_count > 0) return { state: 'passed' };
      return { state: 'failed', code: 'no_commits', clearedBy: 'pushers' };
    },
    message: ({ code, params }) => {
      if (code === 'target_branch_missing') return `The target branch ${params?.['branch']} does not exist.`;
      if (code === 'source_branch_missing') return `The source branch ${params?.['branch']} does not exist.`;
      return 'Merge blocked: there is nothing to merge. Push a commit to the source branch.';
    },
  }),
  defineMergeCheck({
    id: 'need_rebase',
    status: 'need_rebase',
    order: CHECK_ORDER.rebase,
    needs: { project: projectFact, tips: branchTipsFact, git: gitMergeFact },
    evaluate: ({ project, tips, git }) => {
      // A train makes the commits for the place of each merge request in it.
      if (project.merge_method === 'merge' || hasTrains(project) || hasNoTarget(tips)) return { state: 'off' };
      if (!isKnown(git)) return { state: 'waiting', clearedBy: 'system' };
      return git.behind === 0 ? { state: 'passed' } : { state: 'failed', clearedBy: 'pushers', action: 'rebase' };
    },
    message: () =>
      'Merge blocked: the source branch must be rebased onto the target branch before it can be fast-forwarded.',
  }),
  defineMergeCheck({
    id: 'conflict',
    status: 'conflict',
    order: CHECK_ORDER.conflict,
    needs: { tips: branchTipsFact, git: gitMergeFact },
    evaluate: ({ tips, git }) => {
      if (hasNoTarget(tips)) return { state: 'off' };
      if (git.status === 'can_be_merged') return { state: 'passed' };
      if (git.status === 'cannot_be_merged')
        return { state: 'failed', clearedBy: 'pushers', action: 'resolve_conflicts' };
      return { state: 'waiting', status: git.status, clearedBy: 'system' };
    },
    message: () => 'Merge blocked: merge conflicts must be resolved.',
  }),
];
