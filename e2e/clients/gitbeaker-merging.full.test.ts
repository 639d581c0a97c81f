import { Gitlab, GitbeakerRequestError } from '@gitbeaker/rest';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startUnusedServer } from '../testing/journey.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import type { RunningServer } from '../testing/running-server.ts';

let server: RunningServer;
let admin: Gitlab;
let reviewer: Gitlab;
let reviewerId = 0;
let project = 0;
let service: Receiver;

beforeAll(async () => {
  service = await startReceiver();
  server = await startUnusedServer({ TRIBUTARY_OUTBOUND_ALLOW: '127.0.0.1' });
  admin = new Gitlab({ host: server.url, token: inject('rootToken') });
  const made = await admin.Users.create({
    email: 'mara@example.org',
    username: 'mara',
    name: 'Mara Lind',
    password: 'high-water-at-nine',
    skipConfirmation: true,
  });
  reviewerId = made.id;
  const token = await server.command(['token', 'create', '--user', 'mara', '--name', 'cli', '--scopes', 'api']);
  reviewer = new Gitlab({ host: server.url, token });
  project = (await admin.Projects.create({ name: 'locks', initializeWithReadme: true })).id;
  await admin.ProjectMembers.add(project, 30, { userId: reviewerId });
});
afterAll(async () => {
  await server.dispose();
  await service.close();
});

/** A request of root with one commit, once its branch is checked. */
async function open(branch: string): Promise<{ iid: number; sha: string }> {
  const actions = [{ action: 'create' as const, filePath: `${branch}.txt`, content: `${branch}\n` }];
  await admin.Commits.create(project, branch, `Add ${branch}`, actions, { startBranch: 'main' });
  const { iid } = await admin.MergeRequests.create(project, branch, 'main', `Bring ${branch}`);
  const status = async () => (await admin.MergeRequests.show(project, iid)).detailed_merge_status;
  await expect.poll(status).not.toMatch(/checking|preparing|unchecked/);
  return { iid, sha: (await admin.MergeRequests.show(project, iid)).sha };
}

const stateOf = async (iid: number) => (await admin.MergeRequests.show(project, iid)).state;
const mergeStatusOf = async (iid: number) => (await admin.MergeRequests.show(project, iid)).detailed_merge_status;

async function refusedWith(work: Promise<unknown>): Promise<number | undefined> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GitbeakerRequestError ? error.cause?.response.status : undefined;
}

test('approval rules of a project and of a request, approving and taking it back', async () => {
  const rule = await admin.MergeRequestApprovals.createApprovalRule(project, 'Lock keepers', 1, {
    userIds: [reviewerId],
  });
  expect(rule).toMatchObject({ name: 'Lock keepers', approvals_required: 1, rule_type: 'regular' });
  const { iid, sha } = await open('gate');
  expect(await mergeStatusOf(iid)).toBe('not_approved');
  expect(await refusedWith(admin.MergeRequests.accept(project, iid))).toBe(405);
  const state = await admin.MergeRequestApprovals.showApprovalState(project, iid);
  expect(state.rules).toMatchObject([{ name: 'Lock keepers', approved: false }]);
  expect(await refusedWith(reviewer.MergeRequestApprovals.approve(project, iid, { sha: '0'.repeat(40) }))).toBe(409);
  const approved = await reviewer.MergeRequestApprovals.approve(project, iid, { sha });
  expect(approved).toMatchObject({ approved_by: [{ user: { username: 'mara' } }] });
  await reviewer.MergeRequestApprovals.unapprove(project, iid);
  expect(await mergeStatusOf(iid)).toBe('not_approved');
  await reviewer.MergeRequestApprovals.approve(project, iid);
  await expect.poll(() => mergeStatusOf(iid)).toBe('mergeable');
  const own = await admin.MergeRequestApprovals.createApprovalRule(project, 'Only here', 0, { mergerequestIId: iid });
  expect(own).toMatchObject({ name: 'Only here', approvals_required: 0 });
  await admin.MergeRequestApprovals.removeApprovalRule(project, own.id, { mergerequestIId: iid });
  const settings = await admin.MergeRequestApprovals.editConfiguration(project, { resetApprovalsOnPush: false });
  expect(settings.reset_approvals_on_push).toBe(false);
  expect((await admin.MergeRequests.accept(project, iid, { sha })).state).toBe('merged');
  await admin.MergeRequestApprovals.removeApprovalRule(project, rule.id);
  expect(await admin.MergeRequestApprovals.allApprovalRules(project)).toEqual([]);
});

test('an external status check is asked and answered; auto-merge waits for it', async () => {
  const check = await admin.ExternalStatusChecks.create(project, 'Water level', `${service.url}/level`);
  await admin.Projects.edit(project, { onlyAllowMergeIfAllStatusChecksPassed: true });
  const { iid, sha } = await open('level');
  const answers = () => admin.ExternalStatusChecks.all(project, { mergerequestIId: iid });
  expect(await answers()).toMatchObject([{ id: check.id, status: 'pending' }]);
  await expect.poll(() => service.received.map(({ path }) => path)).toContain('/level');
  expect(await mergeStatusOf(iid)).toBe('status_checks_must_pass');
  const waiting = await admin.MergeRequests.accept(project, iid, { mergeWhenPipelineSucceeds: true, sha });
  expect(waiting).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
  await admin.MergeRequests.cancelOnPipelineSuccess(project, iid);
  await admin.MergeRequests.accept(project, iid, { mergeWhenPipelineSucceeds: true, sha });
  await admin.ExternalStatusChecks.set(project, iid, sha, check.id, { status: 'failed' });
  expect(await stateOf(iid)).toBe('opened');
  await admin.ExternalStatusChecks.set(project, iid, sha, check.id, { status: 'passed' });
  await expect.poll(() => stateOf(iid)).toBe('merged');
  await admin.ExternalStatusChecks.remove(project, check.id);
});

test('rebase, cherry-pick and revert', async () => {
  const late = await open('late');
  const first = await open('first');
  const merged = await admin.MergeRequests.accept(project, first.iid);
  expect(await admin.MergeRequests.rebase(project, late.iid)).toMatchObject({ rebase_in_progress: true });
  const after = () => admin.MergeRequests.show(project, late.iid, { includeDivergedCommitsCount: true });
  await expect.poll(async () => (await after()).diverged_commits_count).toBe(0);
  expect((await after()).sha).not.toBe(late.sha);
  const commit = merged.merge_commit_sha ?? '';
  const reverted = await admin.Commits.revert(project, commit, 'main');
  expect(reverted.message).toContain(`This reverts commit ${commit}`);
  const picked = await admin.Commits.cherryPick(project, (await after()).sha, 'main');
  expect(picked.message).toContain('cherry picked from commit');
});

test('a merge train merges in order', async () => {
  await admin.Projects.edit(project, { mergePipelinesEnabled: true, mergeTrainsEnabled: true } as never);
  const cars = [await open('one'), await open('two')];
  for (const { iid, sha } of cars) await admin.MergeTrains.addMergeRequest(project, iid, { sha });
  for (const { iid } of cars) await expect.poll(() => stateOf(iid), { timeout: 60_000 }).toBe('merged');
  const done = await admin.MergeTrains.all(project, { scope: 'complete', sort: 'asc' } as never);
  expect(done.map((car) => car.merge_request.iid)).toEqual(cars.map(({ iid }) => iid));
  expect(done.every((car) => car.status === 'merged')).toBe(true);
});
