import {
  type ActionCase,
  USES_REST,
  forBoth,
  get,
  gid,
  ISSUE,
  type InterfaceRequest,
  NO_MUTATION,
  page,
  noteableInput,
  post,
  put,
  remove,
  rest,
  type Thing,
  sampleText,
} from './action-case.ts';

const dayOf = ({ n }: Thing) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10);

/** What an `updateIssue` says. */
function updateIssue(on: Thing, fields: object): InterfaceRequest {
  return { mutation: 'updateIssue', input: { ...noteableInput(on), ...fields } };
}

/** The page sends what it changes to either address. */
function fromPage(on: Thing, issue: object): InterfaceRequest[] {
  return [put(`${page(on)}.json`, { issue }), put(page(on), { issue })];
}

const opening: ActionCase[] = [
  ['open an issue', {}] as const,
  ['open a confidential issue', { confidential: true }] as const,
].map(([name, more]) => ({
  name,
  ability: 'create_issue',
  on: ISSUE,
  about: 'project',
  doors: {
    rest: (on) => post(`/api/v4/projects/${on.projectId}/issues`, { title: sampleText(on), ...more }),
    graphql: (on) => ({
      mutation: 'createIssue',
      input: { projectPath: on.projectPath, title: sampleText(on), ...more },
    }),
    page: USES_REST,
  },
}));

const ISSUE_BY_ID = 'query ($id: IssueID!) { issue(id: $id) { id } }';

function reading(name: string, own?: ActionCase['own']): ActionCase {
  return {
    name,
    ability: 'read_issue',
    on: ISSUE,
    isReading: true,
    ...(own && { own }),
    doors: {
      rest: (on) => get(rest(on)),
      graphql: (on) => ({
        query: ISSUE_BY_ID,
        variables: { id: gid(on) },
        isFound: (data) => JSON.stringify(data).includes(gid(on)),
      }),
      page: (on) => [get(`${page(on)}.json`), get(`/-/page${page(on)}`)],
    },
  };
}

function renaming(name: string, own?: ActionCase['own']): ActionCase {
  return {
    name,
    ability: 'update_issue',
    on: ISSUE,
    ...(own && { own }),
    doors: {
      rest: (on) => put(rest(on), { title: sampleText(on) }),
      graphql: (on) => updateIssue(on, { title: sampleText(on) }),
      page: USES_REST,
    },
  };
}

function turning(event: 'close' | 'reopen', name: string, own?: ActionCase['own']): ActionCase {
  return {
    name,
    ability: 'change_issue_state',
    on: ISSUE,
    ...(own && { own }),
    ...(event === 'reopen' && { before: 'closed' }),
    doors: {
      rest: (on) => put(rest(on), { state_event: event }),
      graphql: (on) => updateIssue(on, { stateEvent: event.toUpperCase() }),
      page: (on) => fromPage(on, { state_event: event }),
    },
  };
}

const describing = forBoth('thing', (whose, mine): ActionCase[] => {
  const about = { ability: 'admin_issue', on: ISSUE, ...mine };
  return [
    {
      name: `label ${whose} issue`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { add_labels: sampleText(on) }),
        graphql: (on) => [
          updateIssue(on, { addLabels: [sampleText(on)] }),
          updateIssue(on, { labelIds: [`gid://gitlab/Label/${on.beside.labelId}`] }),
        ],
        page: USES_REST,
      },
    },
    {
      name: `say when ${whose} issue is due`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { due_date: dayOf(on) }),
        graphql: (on) => [
          { mutation: 'issueSetDueDate', input: { ...noteableInput(on), dueDate: dayOf(on) } },
          updateIssue(on, { dueDate: dayOf(on) }),
        ],
        page: USES_REST,
      },
    },
    {
      name: `weigh ${whose} issue`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { weight: on.n }),
        graphql: (on) => updateIssue(on, { weight: on.n }),
        page: USES_REST,
      },
    },
    {
      name: `make ${whose} issue confidential`,
      makes: 'confidential',
      ...about,
      doors: {
        rest: (on) => put(rest(on), { confidential: true }),
        graphql: (on) => [
          { mutation: 'issueSetConfidential', input: { ...noteableInput(on), confidential: true } },
          updateIssue(on, { confidential: true }),
        ],
        page: USES_REST,
      },
    },
    {
      name: `put ${whose} issue on a milestone`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { milestone_id: on.beside.milestoneId }),
        graphql: (on) => updateIssue(on, { milestoneId: `gid://gitlab/Milestone/${on.beside.milestoneId}` }),
        page: USES_REST,
      },
    },
    {
      name: `give ${whose} issue another place in the list`,
      ...about,
      doors: {
        rest: (on) => put(`${rest(on)}/reorder`, { move_after_id: on.beside.issueId }),
        graphql: NO_MUTATION,
        page: USES_REST,
      },
    },
    {
      name: `link ${whose} issue to another`,
      ...about,
      doors: {
        rest: (on) =>
          post(`${rest(on)}/links`, { target_project_id: on.projectId, target_issue_iid: on.beside.issueIid }),
        graphql: NO_MUTATION,
        page: USES_REST,
      },
    },
    {
      name: `remove a link of ${whose} issue`,
      needs: 'link',
      ...about,
      doors: { rest: (on) => remove(`${rest(on)}/links/${on.note.id}`), graphql: NO_MUTATION, page: USES_REST },
    },
    {
      name: `copy ${whose} issue`,
      ...about,
      doors: {
        rest: (on) => post(`${rest(on)}/clone`, { to_project_id: on.projectId }),
        graphql: NO_MUTATION,
        page: USES_REST,
      },
    },
    {
      name: `move ${whose} issue to another project`,
      namesOther: true,
      spends: 'thing',
      ...about,
      doors: {
        rest: (on) => post(`${rest(on)}/move`, { to_project_id: on.beside.otherId }),
        graphql: (on) => ({
          mutation: 'issueMove',
          input: { ...noteableInput(on), targetProjectPath: on.beside.otherPath },
        }),
        page: USES_REST,
      },
    },
    {
      name: `assign ${whose} issue`,
      ...about,
      doors: {
        rest: (on) => put(rest(on), { assignee_ids: [on.hostId] }),
        graphql: (on) => ({
          mutation: 'issueSetAssignees',
          input: { ...noteableInput(on), assigneeUsernames: [on.hostName] },
        }),
        page: USES_REST,
      },
    },
    {
      name: `delete ${whose} issue`,
      on: ISSUE,
      ...mine,
      ability: 'delete_issue',
      spends: 'thing',
      doors: { rest: (on) => remove(rest(on)), graphql: NO_MUTATION, page: USES_REST },
    },
  ];
});

const locking: ActionCase[] = ([undefined, 'locked'] as const).map((before) => ({
  name: before ? 'unlock an issue' : 'lock an issue',
  ability: 'lock_issue',
  on: ISSUE,
  ...(before ? { before } : { makes: 'locked' as const }),
  doors: {
    rest: (on) => put(rest(on), { discussion_locked: !before }),
    graphql: (on) => [
      { mutation: 'issueSetLocked', input: { ...noteableInput(on), locked: !before } },
      { mutation: 'updateIssueLocked', input: { ...noteableInput(on), locked: !before } },
      updateIssue(on, { locked: !before }),
    ],
    page: (on) => fromPage(on, { discussion_locked: !before }),
  },
}));

/** What is done to issues. */
export const issueCases: readonly ActionCase[] = [
  ...opening,
  reading("read another's issue"),
  reading('read their own issue', 'thing'),
  reading('read an issue of theirs to do', 'assigned'),
  renaming("rename another's issue"),
  renaming('rename their own issue', 'thing'),
  renaming('rename an issue of theirs to do', 'assigned'),
  ...(['close', 'reopen'] as const).flatMap((event) => [
    turning(event, `${event} another's issue`),
    turning(event, `${event} their own issue`, 'thing'),
    turning(event, `${event} an issue of theirs to do`, 'assigned'),
  ]),
  ...describing,
  ...locking,
];
