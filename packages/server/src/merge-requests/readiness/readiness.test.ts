import { CHECK_STATUS_NAMES, type CheckState } from '@tributary/contract/merge-requests/readiness.ts';
import { chooseWidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { readinessBuiltInChecks } from './built-in-checks.ts';
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
import { CHECK_ORDER, defineFact, defineMergeCheck, type MergeCheck, mergeChecks } from './define-check.ts';
import { dated, evaluateChecks, given } from './reads/evaluate.ts';
import { type Readiness, summarize } from './summarize.ts';

// Every fact is given, so the database is not asked.
const ctx = {
  db: { isTransaction: true } as Context['db'],
  clock: { now: () => new Date(0) } as Context['clock'],
} as Context;

const answer: { now: CheckState } = { now: 'off' };
const otherFact = defineFact<string>({ key: 'of_another_slice', load: () => new Map() });

// Checks of slices to the right may be loaded beside this file.
const own = new Set<unknown>([
  requestFact,
  projectFact,
  requestedChangesFact,
  unresolvedThreadsFact,
  branchTipsFact,
  gitMergeFact,
]);
const checks = mergeChecks() as MergeCheck[];
const before = [...checks];
// Alone, this file has no slices that add them.
if (checks.length === 0) for (const install of readinessBuiltInChecks) install();
checks.splice(0, checks.length, ...checks.filter(({ needs }) => Object.values(needs).every((fact) => own.has(fact))));
// Files of one worker share the list.
afterAll(() => void checks.splice(0, checks.length, ...before));

afterAll(
  defineMergeCheck({
    id: 'of_another_slice',
    status: 'status_checks_must_pass',
    order: CHECK_ORDER.external,
    needs: { other: otherFact },
    evaluate: () => ({ state: answer.now }),
    message: () => 'Merge blocked: all status checks must pass.',
  })(),
);

type Row = Parameters<typeof requestFact.load>[1][number];
type Project = NonNullable<
  Awaited<ReturnType<typeof projectFact.load>> extends ReadonlyMap<number, infer T> ? T : never
>;
type Changes = {
  row?: Partial<Row>;
  project?: Partial<Project>;
  git?: Partial<GitMerge>;
  tips?: BranchTips | null;
  threads?: number;
  requests?: number;
};

const TIPS = { source: 'a', target: 'b' };

function factsOf({ row, project, git, tips = TIPS, threads = 0, requests = 0 }: Changes) {
  const request = { id: 1, state: 'opened', commits_count: 1, title: 'Title', ...row } as Row;
  const target = { merge_method: 'merge', merge_request_title_regex: null, ...project } as Project;
  const known = new Map<string, ReadonlyMap<number, unknown>>([
    given(requestFact, new Map([[1, request]])),
    given(projectFact, new Map([[1, target]])),
    given(gitMergeFact, new Map<number, GitMerge>([[1, { status: 'can_be_merged', behind: 0, ...git }]])),
    given(branchTipsFact, new Map([[1, tips]])),
    given(unresolvedThreadsFact, new Map([[1, threads]])),
    given(requestedChangesFact, new Map([[1, requests]])),
    given(otherFact, new Map([[1, 'value']])),
  ]);
  return { request, known };
}

async function evaluate(request: Row, known: Parameters<typeof evaluateChecks>[2]): Promise<Readiness> {
  const outcomes = (await evaluateChecks(ctx, [request], known)).get(1) ?? [];
  return summarize(dated(outcomes, [], { at: new Date(0), cause: 'asked' }));
}

async function readinessWith(changes: Changes): Promise<Readiness> {
  const { request, known } = factsOf(changes);
  return evaluate(request, known);
}

test.each<[CheckState, string, boolean]>([
  ['passed', 'mergeable', true],
  ['off', 'mergeable', true],
  ['failed', 'status_checks_must_pass', false],
  ['waiting', 'checking', false],
  // An answer that nobody knows lets nothing through.
  ['unknown', 'checking', false],
])('one check that is %s: %s', async (state, status, isMergeable) => {
  answer.now = state;
  expect(await readinessWith({})).toMatchObject({ status, isMergeable });
  answer.now = 'off';
});

test('a fact without a value blocks the merge', async () => {
  const { request, known } = factsOf({});
  known.set('of_another_slice', new Map());
  const readiness = await evaluate(request, known);
  expect(readiness).toMatchObject({ isMergeable: false, status: 'checking' });
  expect(readiness.checks.find((check) => check.id === 'of_another_slice')?.state).toBe('unknown');
});

const BEHIND: Changes = { git: { behind: 7 }, project: { merge_method: 'ff' } };
const THREADS = { only_allow_merge_if_all_discussions_are_resolved: true };
const TITLED = { merge_request_title_regex: '^(feat|fix): ', merge_request_title_regex_description: 'Such as feat: x' };
const CONFLICTS: Changes = { git: { status: 'cannot_be_merged' } };

/** The facts, what comes of them, and the panel of the widget: each check gives its own answer, whatever fails first. */
const ROWS: [string, Changes, Partial<Readiness>, string][] = [
  ['nothing in the way', {}, { status: 'mergeable', isMergeable: true }, 'readyToMerge'],
  [
    'a title that matches',
    { row: { title: 'Draft: fix: It' }, project: TITLED },
    { isMergeable: true },
    'readyToMerge',
  ],
  [
    'a title that does not match',
    { row: { title: 'It (fix: it)' }, project: TITLED },
    {
      status: 'title_regex',
      isMergeable: false,
      message: expect.stringMatching(/format\. Such as feat: x$/) as string,
    },
    'mergeChecksFailed',
  ],
  ['behind', BEHIND, { status: 'need_rebase', shouldBeRebased: true, hasConflicts: false }, 'rebase'],
  [
    'behind, with an open thread',
    { ...BEHIND, project: { ...BEHIND.project, ...THREADS }, threads: 1 },
    { status: 'discussions_not_resolved', shouldBeRebased: true, areThreadsResolved: false },
    'rebase',
  ],
  [
    'conflicts in a draft',
    { row: { is_draft: true }, ...CONFLICTS },
    { status: 'draft_status', hasConflicts: true },
    'conflicts',
  ],
  ['two reviewers request changes', { requests: 2 }, { status: 'requested_changes' }, 'mergeChecksFailed'],
  [
    'requested changes in a draft',
    { row: { is_draft: true }, requests: 1 },
    { status: 'draft_status', isMergeable: false },
    'draft',
  ],
  [
    'open threads in a draft',
    { row: { is_draft: true }, project: THREADS, threads: 1 },
    { status: 'draft_status', areThreadsResolved: false },
    'draft',
  ],
  ['open threads that do not matter', { threads: 2 }, { isMergeable: true, areThreadsResolved: true }, 'readyToMerge'],
  ['being checked', { git: { status: 'checking' } }, { status: 'checking', hasConflicts: false }, 'checking'],
  [
    'a draft that is being checked',
    { row: { is_draft: true }, git: { status: 'preparing' } },
    { status: 'preparing', isMergeable: false },
    'checking',
  ],
  ['behind, merged', { ...BEHIND, row: { state: 'merged' } }, { shouldBeRebased: false, status: 'not_open' }, 'merged'],
];

test.each(ROWS)('%s', async (_name, changes, expected, panel) => {
  const readiness = await readinessWith(changes);
  expect(readiness).toMatchObject(expected);
  const facts = {
    state: changes.row?.state ?? 'opened',
    detailedMergeStatus: readiness.status,
    checks: readiness.checks.map(({ id, state }) => ({ identifier: id, status: CHECK_STATUS_NAMES[state] })),
    commitsCount: 1,
    isArchived: false,
    sourceBranchExists: true,
    targetBranchExists: true,
    hasConflicts: readiness.hasConflicts,
    shouldBeRebased: readiness.shouldBeRebased,
    canMerge: true,
    headSha: 'a',
  };
  expect(chooseWidgetState(facts)).toBe(panel);
});

test.each<[BranchTips, string]>([
  [{ source: undefined, target: 'b' }, 'The source branch gone does not exist.'],
  [{ source: 'a', target: undefined }, 'The target branch main does not exist.'],
])('a branch that does not exist: %j', async (tips, message) => {
  const row = { source_branch: 'gone', target_branch: 'main' };
  const readiness = await readinessWith({ row, tips, ...CONFLICTS });
  expect(readiness).toMatchObject({ status: 'commits_status', message, isMergeable: false });
  expect(readiness.hasConflicts).toBe(tips.target !== undefined);
});

test('an answer keeps its time and cause until it changes', async () => {
  const outcomes = async (changes: Changes) => {
    const { request, known } = factsOf(changes);
    return (await evaluateChecks(ctx, [request], known)).get(1) ?? [];
  };
  const first = dated(await outcomes({ requests: 1 }), [], { at: new Date(1_000), cause: 'created' });
  const same = dated(await outcomes({ requests: 1 }), first, { at: new Date(2_000), cause: 'reviewed' });
  expect(same).toEqual(first);
  const changed = dated(await outcomes({ requests: 2 }), same, { at: new Date(3_000), cause: 'reviewed' });
  expect(changed.filter(({ cause }) => cause !== 'created')).toMatchObject([
    { id: 'requested_changes', state: 'failed', since: new Date(3_000).toISOString(), cause: 'reviewed' },
  ]);
});
