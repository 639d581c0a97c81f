import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

/** What front ends of the widget ask for in GraphQL is what its own address tells. */
let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, outsider] = [await createUser(app), await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: reporter.user, level: 20 });
  row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'b.txt': 'b\nb\n' } });
  await app.runJobs();
});
afterAll(() => app.close());

const place = () => ({ projectPath: project.full_path, iid: String(row.iid) });

const READY = `query readyToMerge($projectPath: ID!, $iid: String!) { project(fullPath: $projectPath) { id mergeRequest(iid: $iid) {
  id state draft mergeableDiscussionsState mergeStatus mergeStatusEnum detailedMergeStatus mergeable mergeError mergeOngoing
  diffHeadSha conflicts rebaseInProgress shouldBeRebased sourceBranchExists targetBranchExists sourceBranchProtected
  targetBranch targetBranchPath approved approvedBy { nodes { username } } commitCount divergedFromTargetBranch
  diffStats { path additions deletions } diffStatsSummary { additions deletions changes fileCount }
  squash squashOnMerge squashReadOnly shouldRemoveSourceBranch forceRemoveSourceBranch allowCollaboration
  defaultMergeCommitMessage defaultMergeCommitMessageWithDescription defaultSquashCommitMessage
  autoMergeEnabled autoMergeStrategy availableAutoMergeStrategies mergeUser { username } userDiscussionsCount
  commitsWithoutMergeCommits { nodes { id sha shortId title message } } sourceProjectId targetProjectId
  userPermissions { readMergeRequest adminMergeRequest updateMergeRequest createNote pushToSourceBranch removeSourceBranch cherryPickOnCurrentMergeRequest
    revertOnCurrentMergeRequest canMerge canApprove }
} } }`;

async function widgetOf(as: TestUser, fullPath = project.full_path, iid = row.iid) {
  const server = await app.server();
  const url = `/${fullPath}/-/merge_requests/${iid}/widget.json`;
  return (await server.inject({ url, headers: as.headers })).json();
}

test('each field is what the address of the widget says', async () => {
  for (const person of [owner, reporter]) {
    const widget = await widgetOf(person);
    const { errors, data } = await ask(person, READY, place());
    expect(errors).toBeUndefined();
    const asked = data.project.mergeRequest;
    expect(asked).toMatchObject({
      state: widget.state,
      draft: widget.draft,
      mergeableDiscussionsState: widget.mergeable_discussions_state,
      mergeStatus: widget.merge_status,
      detailedMergeStatus: widget.detailed_merge_status.toUpperCase(),
      mergeable: widget.mergeable,
      mergeError: null,
      mergeOngoing: false,
      diffHeadSha: widget.diff_head_sha,
      conflicts: widget.has_conflicts,
      rebaseInProgress: false,
      shouldBeRebased: widget.should_be_rebased,
      sourceBranchExists: true,
      targetBranchExists: true,
      sourceBranchProtected: false,
      targetBranchPath: widget.target_branch_path,
      commitCount: widget.commits_count,
      squashReadOnly: widget.squash_readonly,
      defaultMergeCommitMessage: widget.default_merge_commit_message,
      defaultMergeCommitMessageWithDescription: widget.default_merge_commit_message_with_description,
      defaultSquashCommitMessage: widget.default_squash_commit_message,
      autoMergeEnabled: false,
      autoMergeStrategy: null,
      availableAutoMergeStrategies: widget.available_auto_merge_strategies,
      userDiscussionsCount: 0,
      approved: false,
      approvedBy: { nodes: [] },
      diffStats: [{ path: 'b.txt', additions: 2, deletions: 0 }],
      diffStatsSummary: { additions: 2, deletions: 0, changes: 2, fileCount: 1 },
    });
    expect(asked.userPermissions).toEqual({
      readMergeRequest: true,
      adminMergeRequest: person === owner,
      updateMergeRequest: widget.user_permissions.update_merge_request,
      createNote: true,
      pushToSourceBranch: widget.user_permissions.push_to_source_branch,
      removeSourceBranch: widget.user_permissions.remove_source_branch,
      // There is nothing to take back yet.
      cherryPickOnCurrentMergeRequest: false,
      revertOnCurrentMergeRequest: false,
      canMerge: widget.user_permissions.can_merge,
      // One does not agree with oneself.
      canApprove: false,
    });
  }
});

/** As front ends of the widget send them, word by word. */
const READY_EE = `fragment ReadyToMerge on Project { id onlyAllowMergeIfPipelineSucceeds mergeRequestsFfOnlyEnabled squashReadOnly
  mergeRequest(iid: $iid) { id autoMergeEnabled shouldRemoveSourceBranch forceRemoveSourceBranch defaultMergeCommitMessage
    defaultSquashCommitMessage squash squashOnMerge availableAutoMergeStrategies hasCi mergeable mergeWhenPipelineSucceeds
    commitCount diffHeadSha userPermissions { canMerge removeSourceBranch updateMergeRequest } targetBranch mergeError
    commitsWithoutMergeCommits { nodes { id sha shortId title message } } headPipeline { id status path active } } }
  query readyToMergeEE($projectPath: ID!, $iid: String!) {
    project(fullPath: $projectPath) { ...ReadyToMerge mergeRequest(iid: $iid) { id mergeTrainsCount } } }`;
const AUTO_MERGE_EE = `fragment autoMergeEnabled on MergeRequest { id autoMergeStrategy mergeUser { id name username webUrl avatarUrl }
    targetBranch shouldRemoveSourceBranch forceRemoveSourceBranch userPermissions { removeSourceBranch } }
  query autoMergeEnabledEE($projectPath: ID!, $iid: String!) {
    project(fullPath: $projectPath) { id mergeRequest(iid: $iid) { ...autoMergeEnabled mergeTrainsCount } } }`;
const PERMISSIONS = `query userPermissionsQuery($projectPath: ID!, $iid: String!) {
  project(fullPath: $projectPath) { id mergeRequest(iid: $iid) { id userPermissions { canMerge pushToSourceBranch } } } }`;
const STATE = `query getState($projectPath: ID!, $iid: String!) {
  project(fullPath: $projectPath) { id archived onlyAllowMergeIfPipelineSucceeds allowMergeOnSkippedPipeline
    mergeRequest(iid: $iid) { id autoMergeEnabled availableAutoMergeStrategies commitCount commitsCount conflicts diffHeadSha sha
      divergedCommitsCount canRemoveSourceBranch humanAccess mergePipeline { id } mergeTrainIndex
      draft mergeError mergeStatus detailedMergeStatus mergeableDiscussionsState mergeWhenPipelineSucceeds
      headPipeline { id status warnings } shouldBeRebased sourceBranchExists targetBranchExists
      userPermissions { canMerge pushToSourceBranch } } } }`;
const SET_DRAFT = `mutation toggleDraftStatus($projectPath: ID!, $iid: String!, $draft: Boolean!) {
  mergeRequestSetDraft(input: { projectPath: $projectPath, iid: $iid, draft: $draft }) {
    mergeRequest { id mergeableDiscussionsState title draft } errors } }`;

test('the queries of the widget are answered as they are sent', async () => {
  const widget = await widgetOf(owner);
  const of = async (query: string) => {
    const { errors, data } = await ask(owner, query, place());
    expect(errors).toBeUndefined();
    return data.project.mergeRequest;
  };
  expect(await of(READY_EE)).toMatchObject({
    mergeable: true,
    mergeTrainsCount: 0,
    headPipeline: null,
    commitsWithoutMergeCommits: {
      nodes: widget.commits_without_merge_commits.map(
        ({ id, short_id: shortId, title, message }: Record<string, string>) => ({
          sha: id,
          shortId,
          title,
          message,
        }),
      ),
    },
  });
  expect(await of(AUTO_MERGE_EE)).toMatchObject({ autoMergeStrategy: null, mergeUser: null, mergeTrainsCount: 0 });
  expect(await of(PERMISSIONS)).toMatchObject({ userPermissions: { canMerge: true, pushToSourceBranch: true } });
  expect(await of(STATE)).toMatchObject({
    detailedMergeStatus: 'MERGEABLE',
    commitCount: widget.commits_count,
    commitsCount: widget.commits_count,
    sha: widget.diff_head_sha,
    divergedCommitsCount: widget.diverged_commits_count,
    canRemoveSourceBranch: widget.current_user.can_remove_source_branch,
    humanAccess: 'Owner',
    mergePipeline: null,
    mergeTrainIndex: null,
  });
  for (const draft of [true, false]) {
    const { data } = await ask(owner, SET_DRAFT, { ...place(), draft });
    expect(data.mergeRequestSetDraft).toEqual({
      mergeRequest: {
        id: `gid://gitlab/MergeRequest/${row.id}`,
        mergeableDiscussionsState: true,
        title: draft ? `Draft: ${row.title}` : row.title,
        draft,
      },
      errors: [],
    });
  }
});

/** Beside what the widget sends: fields that front ends read of it. */
const GATES = `query gates($projectPath: ID!, $iid: String!) {
  project(fullPath: $projectPath) { mergeRequestsDisableCommittersApproval mergeRequest(iid: $iid) {
    mergeAfter enabledReports canRetryExternalStatusChecks deployments { id } postMergeDeployments { id }
    approvalState { suggestedApprovers { nodes { username } } invalidApproversRules { id }
      rules { type fallback sourceRule { id } groups { id } commentedBy { nodes { id } } } } } } }`;
const SET_BLOCKING = `mutation ($input: MergeRequestSetBlockingMergeRequestsInput!) {
  mergeRequestSetBlockingMergeRequests(input: $input) {
    errors mergeRequest { blockingMergeRequests { totalCount visibleMergeRequests { iid } } } } }`;

test('what holds the merge back is answered with its types, and dependencies are set', async () => {
  await call('POST', `/projects/${project.id}/approvals`, owner, { approvals_before_merge: 1 });
  const { errors, data } = await ask(owner, GATES, place());
  expect(errors).toBeUndefined();
  expect(data.project).toEqual({
    mergeRequestsDisableCommittersApproval: false,
    mergeRequest: {
      mergeAfter: null,
      enabledReports: [],
      canRetryExternalStatusChecks: true,
      deployments: [],
      postMergeDeployments: [],
      approvalState: {
        suggestedApprovers: { nodes: [] },
        invalidApproversRules: [],
        rules: [
          {
            type: 'ANY_APPROVER',
            fallback: true,
            sourceRule: { id: expect.any(String) },
            groups: [],
            commentedBy: { nodes: [] },
          },
        ],
      },
    },
  });
  await call('POST', `/projects/${project.id}/approvals`, owner, { approvals_before_merge: 0 });
  const other = await createMergeRequest(app, { project, author: owner, branch: 'before' });
  for (const references of [[`!${other.iid}`], []]) {
    const input = { ...place(), blockingMergeRequestReferences: references };
    const set = (await ask(owner, SET_BLOCKING, { input })).data.mergeRequestSetBlockingMergeRequests;
    expect(set).toMatchObject({
      errors: [],
      mergeRequest: { blockingMergeRequests: { totalCount: references.length } },
    });
  }
});

test.runIf(IS_FULL)('where only a straight history is taken, a branch that fell behind should be rebased', async () => {
  await call('PUT', `/projects/${project.id}`, owner, { merge_method: 'ff' });
  const action = { action: 'create', file_path: 'c.txt', content: 'c\n' };
  const commit = { branch: 'main', commit_message: 'Go on', actions: [action] };
  expect((await call('POST', `/projects/${project.id}/repository/commits`, owner, commit)).status).toBe(201);
  await app.runJobs();
  const { mergeRequest } = (await ask(owner, READY, place())).data.project;
  expect(mergeRequest).toMatchObject({ shouldBeRebased: true, divergedFromTargetBranch: true, mergeable: false });
  await call('PUT', `/projects/${project.id}`, owner, { merge_method: 'merge' });
});

const ACCEPT = `mutation ($input: MergeRequestAcceptInput!) {
  mergeRequestAccept(input: $input) { mergeRequest { state } errors } }`;
const PICKED = `query ($projectPath: ID!, $iid: String!) { project(fullPath: $projectPath) { mergeRequest(iid: $iid) {
  mergeCommitSha diffHeadSha userPermissions { cherryPickOnCurrentMergeRequest revertOnCurrentMergeRequest } } } }`;

test.runIf(IS_FULL)('who asks for a merge train, which there is not, is told so, and nothing is merged', async () => {
  const made = await createMergeRequest(app, { project, author: owner, branch: 'later' });
  const input = { projectPath: project.full_path, iid: String(made.iid), sha: made.head_sha };
  for (const strategy of ['ADD_TO_MERGE_TRAIN_WHEN_CHECKS_PASS', 'MERGE_TRAIN']) {
    const { data } = await ask(owner, ACCEPT, { input: { ...input, strategy } });
    const told = `The auto-merge strategy "${strategy.toLowerCase()}" is not available here. Omit the strategy to merge now.`;
    expect(data.mergeRequestAccept).toEqual({ mergeRequest: null, errors: [told] });
  }
  const unknown = await ask(owner, ACCEPT, { input: { ...input, strategy: 'AT_ONCE' } });
  expect(unknown.errors?.[0]?.message).toContain('"AT_ONCE" does not exist in "MergeStrategyEnum"');
  // Who may not merge learns nothing else.
  const refused = await ask(reporter, ACCEPT, { input: { ...input, strategy: 'MERGE_TRAIN' } });
  expect([refused.data?.mergeRequestAccept ?? null, refused.errors?.[0]?.message]).toEqual([null, '401 Unauthorized']);
  expect((await call('GET', `/projects/${project.id}/merge_requests/${made.iid}`, owner)).body.state).toBe('opened');
  const merged = await ask(owner, ACCEPT, { input: { ...input, strategy: null } });
  expect(merged.data.mergeRequestAccept).toEqual({ mergeRequest: { state: 'merged' }, errors: [] });
});

test.runIf(IS_FULL)(
  'what was merged is picked or taken back where one commit brought it, by those who may push',
  async () => {
    const there = await createProject(app, {
      owner: owner.user,
      files: { 'a.txt': 'a\n' },
      columns: { merge_method: 'ff' },
    });
    await addMember(app, { project: there, user: reporter.user, level: 20 });
    const mergedAs = async (branch: string, more: string[], fields: object = {}) => {
      const { id, iid } = await createMergeRequest(app, {
        project: there,
        author: owner,
        branch,
        files: { [branch]: 'x' },
      });
      for (const file of more) {
        await pushCommit(app, { project: there, branch, files: { [file]: 'more' }, by: owner });
      }
      const { head_sha: sha } = await reloadMergeRequest(app, id);
      const input = { projectPath: there.full_path, iid: String(iid), sha, ...fields };
      expect((await ask(owner, ACCEPT, { input })).data.mergeRequestAccept.errors).toEqual([]);
      return async (as: TestUser) => {
        const { mergeRequest } = (await ask(as, PICKED, { projectPath: there.full_path, iid: String(iid) })).data
          .project;
        const { current_user: mine } = await widgetOf(as, there.full_path, iid);
        expect({
          cherryPickOnCurrentMergeRequest: mine.can_cherry_pick_on_current_merge_request,
          revertOnCurrentMergeRequest: mine.can_revert_on_current_merge_request,
        }).toEqual(mergeRequest.userPermissions);
        return mergeRequest;
      };
    };
    const may = (yes: boolean) => ({ cherryPickOnCurrentMergeRequest: yes, revertOnCurrentMergeRequest: yes });
    const one = await mergedAs('one', []);
    expect([(await one(owner)).userPermissions, (await one(reporter)).userPermissions]).toEqual([
      may(true),
      may(false),
    ]);
    const { diffHeadSha } = await one(owner);
    const revert = `/projects/${there.id}/repository/commits/${diffHeadSha}/revert`;
    expect((await call('POST', revert, owner, { branch: 'main' })).status).toBe(201);
    expect((await call('POST', revert, reporter, { branch: 'main' })).status).toBe(403);
    // No commit of several has all that was brought.
    const several = await mergedAs('several', ['more']);
    expect([(await several(owner)).mergeCommitSha, (await several(owner)).userPermissions]).toEqual([null, may(false)]);
    const squashed = await mergedAs('squashed', ['again'], { squash: true });
    expect((await squashed(owner)).userPermissions).toEqual(may(true));
  },
);

const SOURCE = `query sourceBranchExists($projectPath: ID!, $iid: String!) {
  project(fullPath: $projectPath) { id mergeRequest(iid: $iid) { id sourceBranchExists } } }`;
const FAILED = `query autoMergeFailed($projectPath: ID!, $iid: String!) {
  project(fullPath: $projectPath) { id mergeRequest(iid: $iid) { id mergeError } } }`;

/** Documents of the widget and what stands in them. Those of trains are with the trains. */
const USER = 'fragment User on User { id avatarUrl name username webUrl webPath }';
const MESSAGES = `defaultMergeCommitMessage defaultMergeCommitMessageWithDescription defaultSquashCommitMessage`;
const COMMITS = 'commitsWithoutMergeCommits { nodes { id sha shortId title message } }';
const inRequest = (fields: string) => `project(fullPath: $projectPath) { id mergeRequest(iid: $iid) { id ${fields} } }`;
const DOCUMENTS: Record<string, string> = {
  mergeChecks: inRequest('userPermissions { canMerge } mergeabilityChecks { identifier status missingOwners }'),
  readyToMerge: `project(fullPath: $projectPath) { id onlyAllowMergeIfPipelineSucceeds mergeRequestsFfOnlyEnabled squashReadOnly
    mergeRequest(iid: $iid) { id detailedMergeStatus autoMergeEnabled shouldRemoveSourceBranch forceRemoveSourceBranch ${MESSAGES}
      squash squashOnMerge availableAutoMergeStrategies hasCi mergeable mergeWhenPipelineSucceeds commitCount diffHeadSha
      userPermissions { canMerge removeSourceBranch updateMergeRequest } targetBranch mergeError ${COMMITS}
      headPipeline { id status path active } } }`,
  mergeWidget:
    inRequest(`autoMergeEnabled ${MESSAGES} squash squashOnMerge diffHeadSha targetBranch mergeError ${COMMITS}
    userPermissions { removeSourceBranch updateMergeRequest } headPipeline { id status path active ref }`),
  getState: `project(fullPath: $projectPath) { id archived onlyAllowMergeIfPipelineSucceeds mergeRequest(iid: $iid) {
    id autoMergeEnabled commitCount detailedMergeStatus mergeError state userPermissions { canMerge } draft } }`,
  workInProgress: inRequest('shouldBeRebased sourceBranchProtected'),
  workInProgressState: inRequest('mergeableDiscussionsState userPermissions { updateMergeRequest }'),
  rebaseQuery: inRequest(`rebaseInProgress targetBranch userPermissions { pushToSourceBranch }
    pipelines { nodes { id project { id fullPath } } }`),
  mergeRequestEventTypeQuery: inRequest('pipelines(first: 1) { nodes { id mergeRequestEventType } }'),
  missingBranchQuery: inRequest('sourceBranchExists'),
  approvedBy: inRequest('approvedBy { nodes { ...User } } userPermissions { canApprove }'),
  approvals: inRequest(`approved approvedBy { nodes { ...User } } approvalsLeft approvalsRequired
    approvalState { approvalRulesOverwritten rules { id name type section approvalsRequired approved approvedBy { nodes { ...User } }
      eligibleApprovers { ...User } commentedBy { nodes { ...User } } }
      invalidApproversRules { id name allowMergeWhenInvalid invalid } }`),
};

test.each(Object.entries(DOCUMENTS))('the document %s is answered without an error', async (name, body) => {
  const fragments = body.includes('...User') ? USER : '';
  const { errors, data } = await ask(
    owner,
    `${fragments} query ${name}($projectPath: ID!, $iid: String!) { ${body} }`,
    place(),
  );
  expect(errors).toBeUndefined();
  expect(data.project.mergeRequest.id).toBe(`gid://gitlab/MergeRequest/${row.id}`);
});

test('the rule for titles is asked of the project alone', async () => {
  const query = `query titleRegex($projectPath: ID!) { project(fullPath: $projectPath) { id mergeRequestTitleRegexDescription } }`;
  const { errors, data } = await ask(owner, query, { projectPath: project.full_path });
  expect([errors, data.project.mergeRequestTitleRegexDescription]).toEqual([undefined, null]);
});

test.runIf(IS_FULL)('the small questions: is the source there, and why did the merge fail', async () => {
  const ids = { id: `gid://gitlab/Project/${project.id}` };
  const id = `gid://gitlab/MergeRequest/${row.id}`;
  const sourceOf = async (as: TestUser) => (await ask(as, SOURCE, place())).data.project;
  expect(await sourceOf(reporter)).toEqual({ ...ids, mergeRequest: { id, sourceBranchExists: true } });
  const sentence = 'The merge did not work out.';
  await app.platform.db.updateTable('merge_requests').set({ merge_error: sentence }).where('id', '=', row.id).execute();
  expect((await ask(reporter, FAILED, place())).data.project).toEqual({
    ...ids,
    mergeRequest: { id, mergeError: sentence },
  });
  await call('DELETE', `/projects/${project.id}/repository/branches/topic`, owner);
  await app.runJobs();
  expect((await sourceOf(owner)).mergeRequest.sourceBranchExists).toBe(false);
  for (const query of [READY, SOURCE, FAILED]) expect((await ask(outsider, query, place())).data.project).toBeNull();
});
