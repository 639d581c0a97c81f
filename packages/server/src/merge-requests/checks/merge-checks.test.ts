import { afterAll, expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import './built-in-checks.ts';
import './requested-changes.ts';
import { type CheckStatus, defineMergeCheck, evaluateMergeability, type MergeFacts, ORDER } from './merge-checks.ts';

const { ctx, answer }: { ctx: Context; answer: { now: CheckStatus | 'later' } } = {
  // No check of these asks the database.
  ctx: {} as Context,
  answer: { now: 'inactive' },
};

afterAll(
  defineMergeCheck({
    identifier: 'of_another_slice',
    detailedStatus: 'status_checks_must_pass',
    order: ORDER.external,
    message: () => 'Merge blocked: all status checks must pass.',
    evaluate: () => answer.now as CheckStatus,
  }),
);

type Changes = { row?: Partial<MergeFacts['row']>; project?: Partial<MergeFacts['project']>; open?: number };

function facts({ row, project, open = 0 }: Changes, tips: MergeFacts['tips'] = { source: 'a', target: 'b' }) {
  const ready = { state: 'opened', merge_status: 'can_be_merged', commits_count: 1, diverged_commits_count: 0 };
  return {
    row: { ...ready, ...row },
    project: { merge_method: 'merge', merge_request_title_regex: null, ...project },
    unresolvedThreads: open,
    changesRequested: 0,
    tips,
  } as MergeFacts;
}

test.each<[CheckStatus | 'later', string, boolean]>([
  ['success', 'mergeable', true],
  ['inactive', 'mergeable', true],
  ['failed', 'status_checks_must_pass', false],
  ['checking', 'checking', false],
  // An answer that nobody knows lets nothing through.
  ['later', 'checking', false],
])('one check that says %s: %s', async (says, detailedStatus, isMergeable) => {
  answer.now = says;
  expect(await evaluateMergeability(ctx, facts({}))).toMatchObject({ detailedStatus, isMergeable });
  answer.now = 'inactive';
});

const BEHIND: Changes = { row: { diverged_commits_count: 7 }, project: { merge_method: 'ff' } };
const THREADS = { only_allow_merge_if_all_discussions_are_resolved: true };

const TITLED = { merge_request_title_regex: '^(feat|fix): ', merge_request_title_regex_description: 'Such as feat: x' };

test.each<[string, Changes, object]>([
  ['a title that matches', { row: { title: 'Draft: fix: It' }, project: TITLED }, { isMergeable: true }],
  [
    'a title that does not match',
    { row: { title: 'It (fix: it)' }, project: TITLED },
    { detailedStatus: 'title_regex', isMergeable: false, message: expect.stringMatching(/format\. Such as feat: x$/) },
  ],
  ['behind', BEHIND, { detailedStatus: 'need_rebase', shouldBeRebased: true, hasConflicts: false }],
  [
    'behind, with an open thread',
    { ...BEHIND, project: { ...BEHIND.project, ...THREADS }, open: 1 },
    { detailedStatus: 'discussions_not_resolved', shouldBeRebased: true, areThreadsSettled: false },
  ],
  [
    'conflicts in a draft',
    { row: { is_draft: true, merge_status: 'cannot_be_merged' } },
    { detailedStatus: 'draft_status', hasConflicts: true },
  ],
  ['open threads that do not matter', { open: 2 }, { isMergeable: true, areThreadsSettled: true }],
  ['being checked', { row: { merge_status: 'checking' } }, { detailedStatus: 'checking', hasConflicts: false }],
  ['behind, merged', { ...BEHIND, row: { ...BEHIND.row, state: 'merged' } }, { shouldBeRebased: false }],
])('each fact is the answer of its own check: %s', async (_name, changes, expected) => {
  expect(await evaluateMergeability(ctx, facts(changes))).toMatchObject(expected);
});

test.each<[MergeFacts['tips'], string]>([
  [{ source: undefined, target: 'b' }, 'The source branch gone does not exist.'],
  [{ source: 'a', target: undefined }, 'The target branch main does not exist.'],
])('a branch that is gone: %j', async (tips, message) => {
  const row = { source_branch: 'gone', target_branch: 'main', merge_status: 'cannot_be_merged' } as const;
  const verdict = await evaluateMergeability(ctx, facts({ row }, tips));
  expect(verdict).toMatchObject({ detailedStatus: 'commits_status', message, isMergeable: false });
  expect(verdict.hasConflicts).toBe(tips?.target !== undefined);
});
