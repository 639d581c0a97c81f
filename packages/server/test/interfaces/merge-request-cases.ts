import {
  type ActionCase,
  USES_REST,
  forBoth,
  get,
  type InterfaceRequest,
  NO_MUTATION,
  page,
  noteableInput,
  post,
  put,
  remove,
  REQUEST,
  rest,
  type Thing,
  sampleText,
} from './action-case.ts';

function mutation(name: string, on: Thing, fields: object): InterfaceRequest {
  return { mutation: name, input: { ...noteableInput(on), ...fields } };
}

const REQUEST_BY_PLACE = `query ($projectPath: ID!, $iid: String!) {
  project(fullPath: $projectPath) { mergeRequest(iid: $iid) { iid } } }`;

const reading: ActionCase = {
  name: 'read a request',
  ability: 'read_merge_request',
  on: REQUEST,
  isReading: true,
  doors: {
    rest: (on) => get(rest(on)),
    graphql: (on) => ({
      query: REQUEST_BY_PLACE,
      variables: noteableInput(on),
      isFound: (data) => JSON.stringify(data).includes(`"iid":"${on.iid}"`),
    }),
    page: (on) => [get(`${page(on)}.json`), get(`/-/page${page(on)}`)],
  },
};

const changing = forBoth('thing', (whose, mine): ActionCase[] => {
  const about = { ability: 'update_merge_request', on: REQUEST, ...mine };
  return [
    {
      name: `rename ${whose} request`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { title: sampleText(on) }),
        graphql: (on) => mutation('mergeRequestUpdate', on, { title: sampleText(on) }),
        page: USES_REST,
      },
    },
    ...(['close', 'reopen'] as const).map((event): ActionCase => ({
      name: `${event} ${whose} request`,
      ...about,
      ability: 'change_merge_request_state',
      ...(event === 'reopen' && { before: 'closed' }),
      doors: {
        rest: (on) => put(rest(on), { state_event: event }),
        graphql: (on) => mutation('mergeRequestUpdate', on, { state: event === 'close' ? 'CLOSED' : 'OPEN' }),
        page: (on) => put(page(on), { merge_request: { state_event: event } }),
      },
    })),
    {
      name: `assign ${whose} request`,
      ...about,
      ability: 'admin_merge_request',
      doors: {
        rest: (on) => put(rest(on), { assignee_ids: [on.hostId] }),
        graphql: (on) => mutation('mergeRequestSetAssignees', on, { assigneeUsernames: [on.hostName] }),
        page: USES_REST,
      },
    },
    {
      name: `label ${whose} request`,
      ...about,
      ability: 'admin_merge_request',
      doors: {
        rest: (on) => put(rest(on), { add_labels: sampleText(on) }),
        graphql: (on) =>
          mutation('mergeRequestSetLabels', on, { labelIds: [`gid://gitlab/Label/${on.beside.labelId}`] }),
        page: USES_REST,
      },
    },
    {
      name: `put ${whose} request on a milestone`,
      ...about,
      ability: 'admin_merge_request',
      doors: {
        rest: (on) => put(rest(on), { milestone_id: on.beside.milestoneId }),
        graphql: (on) =>
          mutation('mergeRequestSetMilestone', on, { milestoneId: `gid://gitlab/Milestone/${on.beside.milestoneId}` }),
        page: USES_REST,
      },
    },
    {
      name: `ask a reviewer of ${whose} request once more`,
      ...about,
      before: 'reviewed',
      doors: {
        rest: { none: 'reviewers are taken off and put on again there' },
        graphql: (on) => mutation('mergeRequestReviewerRereview', on, { userId: `gid://gitlab/User/${on.hostId}` }),
        page: (on) => post(`${page(on)}/reviewers/${on.hostId}/request_review`, {}),
      },
    },
    {
      name: `ask for a review of ${whose} request`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { reviewer_ids: [on.hostId] }),
        graphql: (on) => mutation('mergeRequestSetReviewers', on, { reviewerUsernames: [on.hostName] }),
        page: USES_REST,
      },
    },
    {
      name: `mark ${whose} request as a draft`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { title: `Draft: ${sampleText(on)}` }),
        graphql: (on) => mutation('mergeRequestSetDraft', on, { draft: true }),
        page: USES_REST,
      },
    },
    {
      name: `mark ${whose} request as ready`,
      ...about,
      before: 'draft',
      doors: {
        rest: (on) => put(rest(on), { title: sampleText(on) }),
        graphql: (on) => mutation('mergeRequestSetDraft', on, { draft: false }),
        page: (on) => post(`${page(on)}/remove_wip`, {}),
      },
    },
    {
      name: `delete ${whose} request`,
      ...about,
      ability: 'delete_merge_request',
      spends: 'thing',
      doors: { rest: (on) => remove(rest(on)), graphql: NO_MUTATION, page: USES_REST },
    },
  ];
});

const locking: ActionCase[] = ([undefined, 'locked'] as const).map((before) => ({
  name: before ? 'unlock a request' : 'lock a request',
  ability: 'lock_merge_request',
  on: REQUEST,
  ...(before ? { before } : { makes: 'locked' as const }),
  doors: {
    rest: (on) => put(rest(on), { discussion_locked: !before }),
    graphql: (on) => [
      mutation('mergeRequestSetLocked', on, { locked: !before }),
      mutation('updateMergeRequestLocked', on, { locked: !before }),
    ],
    page: USES_REST,
  },
}));

/** Whoever may open an issue may open this one too; what it asks of the table is whether the thread is resolved by it. */
function continuing(name: string, own?: ActionCase['own']): ActionCase {
  const issueOf = (on: Thing) => ({ title: sampleText(on), description: sampleText(on) });
  return {
    name,
    ability: 'resolve_thread',
    on: REQUEST,
    needs: 'thread',
    showsIn: 'discussions',
    ...(own && { own }),
    doors: {
      rest: (on) => {
        const all = { ...issueOf(on), merge_request_to_resolve_discussions_of: on.iid };
        const url = `/api/v4/projects/${on.projectId}/issues`;
        const one = post(url, { ...all, discussion_to_resolve: on.note.discussion });
        // Among all that are open may be other threads that are theirs.
        return own ? [one, post(url, all)] : one;
      },
      graphql: (on) => {
        const { projectPath, iid, note } = on;
        const all = { projectPath, ...issueOf(on), mergeRequestToResolveDiscussionsOf: iid };
        return { mutation: 'createIssue', input: { ...all, discussionToResolve: note.discussion } };
      },
      page: USES_REST,
    },
  };
}

/** What is done to merge requests. */
export const mergeRequestCases: readonly ActionCase[] = [
  reading,
  ...changing,
  ...locking,
  continuing("continue another's thread in an issue"),
  continuing('continue their own thread in an issue', 'text'),
  continuing("continue another's thread on their own request in an issue", 'thing'),
];
