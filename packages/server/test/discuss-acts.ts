export type NoteableType = 'issue' | 'merge_request';

/** One thing that is talked about, and what was made on it for this one try. */
export type Thing = {
  kind: NoteableType;
  projectId: number;
  projectPath: string;
  id: number;
  iid: number;
  hostId: number;
  hostName: string;
  note: { id: number; discussion: string };
  /** Another text each time. */
  n: number;
};

/** `POST`, `PUT` and so on with an address and a body; or a GraphQL mutation with its input. */
export type Knock =
  | { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; body?: object }
  | { mutation: string; input: object };

export type Act = {
  name: string;
  /** Row of permissions.tsv that decides; what may not be read is hidden before that. */
  ability: string;
  on: NoteableType[];
  /** The person wrote the note, or opened the thing. */
  own?: 'note' | 'thing';
  /** What the thing shall be before: `opened` and not locked when left out. */
  before?: 'closed' | 'locked';
  /** What the thing is afterwards, so that nothing is left to do where it is that already. */
  makes?: 'locked' | 'confidential';
  /** Reporters and up, whatever the row says to others. */
  isInternal?: boolean;
  /** Where the table of permissions knows it: no door may do more or less than another. */
  doors: { rest?: (thing: Thing) => Knock; graphql?: (thing: Thing) => Knock[]; page?: (thing: Thing) => Knock };
};

const segment = { issue: 'issues', merge_request: 'merge_requests' } as const;
const model = { issue: 'Issue', merge_request: 'MergeRequest' } as const;
const gid = ({ kind, id }: Thing) => `gid://gitlab/${model[kind]}/${id}`;
const rest = ({ projectId, kind, iid }: Thing) => `/api/v4/projects/${projectId}/${segment[kind]}/${iid}`;
const page = ({ projectPath, kind, iid }: Thing) => `/${projectPath}/-/${segment[kind]}/${iid}`;
const notePage = ({ projectPath, note }: Thing) => `/${projectPath}/-/notes/${note.id}`;
const words = ({ n }: Thing) => `Words ${n}`;
const place = ({ projectPath, iid }: Thing) => ({ projectPath, iid: String(iid) });
const noteGid = ({ note }: Thing) => `gid://gitlab/Note/${note.id}`;
const discussionGid = ({ note }: Thing) => `gid://gitlab/Discussion/${note.discussion}`;

const BOTH: NoteableType[] = ['issue', 'merge_request'];
const ISSUE: NoteableType[] = ['issue'];
const REQUEST: NoteableType[] = ['merge_request'];

function post(url: string, body: object): Knock {
  return { method: 'POST', url, body };
}
function put(url: string, body: object): Knock {
  return { method: 'PUT', url, body };
}

/** What the form of a page sends. */
function form(thing: Thing, note: object, more: object = {}): Knock {
  const body = { target_type: thing.kind, target_id: thing.id, note: { note: words(thing), ...note }, ...more };
  return post(`/${thing.projectPath}/-/notes`, body);
}

const talk: Act[] = [
  {
    name: 'comment',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/notes`, { body: words(on) }),
      graphql: (on) => [{ mutation: 'createNote', input: { noteableId: gid(on), body: words(on) } }],
      page: (on) => form(on, {}),
    },
  },
  {
    name: 'start a thread',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/discussions`, { body: words(on) }),
      graphql: (on) => [{ mutation: 'createDiscussion', input: { noteableId: gid(on), body: words(on) } }],
      page: (on) => form(on, { type: 'DiscussionNote' }),
    },
  },
  {
    name: 'reply',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/discussions/${on.note.discussion}/notes`, { body: words(on) }),
      graphql: (on) => [
        {
          mutation: 'createNote',
          input: { noteableId: gid(on), body: words(on), discussionId: discussionGid(on) },
        },
      ],
      page: (on) => form(on, {}, { in_reply_to_discussion_id: on.note.discussion }),
    },
  },
  {
    name: 'say something among us',
    ability: 'create_note',
    on: ISSUE,
    isInternal: true,
    doors: {
      rest: (on) => post(`${rest(on)}/notes`, { body: words(on), internal: true }),
      graphql: (on) => [
        { mutation: 'createNote', input: { noteableId: gid(on), body: words(on), internal: true } },
        { mutation: 'createDiscussion', input: { noteableId: gid(on), body: words(on), internal: true } },
      ],
      page: (on) => form(on, { internal: true }),
    },
  },
  ...([undefined, 'note'] as const).flatMap((own): Act[] => {
    const whose = own ? 'their own' : "another's";
    const mine = own && { own };
    return [
      {
        name: `edit ${whose} note`,
        ability: 'edit_note',
        on: BOTH,
        ...mine,
        doors: {
          rest: (on) => put(`${rest(on)}/notes/${on.note.id}`, { body: words(on) }),
          graphql: (on) => [{ mutation: 'updateNote', input: { id: noteGid(on), body: words(on) } }],
          page: (on) => put(notePage(on), { note: { note: words(on) } }),
        },
      },
      {
        name: `delete ${whose} note`,
        ability: 'edit_note',
        on: BOTH,
        ...mine,
        doors: {
          rest: (on) => ({ method: 'DELETE', url: `${rest(on)}/notes/${on.note.id}` }),
          graphql: (on) => [{ mutation: 'destroyNote', input: { id: noteGid(on) } }],
          page: (on) => ({ method: 'DELETE', url: notePage(on) }),
        },
      },
      {
        name: `resolve ${whose} thread`,
        ability: 'resolve_thread',
        on: REQUEST,
        ...mine,
        doors: {
          rest: (on) => put(`${rest(on)}/discussions/${on.note.discussion}`, { resolved: true }),
          graphql: (on) => [{ mutation: 'discussionToggleResolve', input: { id: discussionGid(on), resolve: true } }],
          page: (on) => post(`${page(on)}/discussions/${on.note.discussion}/resolve`, {}),
        },
      },
    ];
  }),
  {
    name: "resolve another's thread on their own request",
    ability: 'resolve_thread',
    on: REQUEST,
    own: 'thing',
    doors: {
      rest: (on) => put(`${rest(on)}/discussions/${on.note.discussion}/notes/${on.note.id}`, { resolved: true }),
      graphql: (on) => [{ mutation: 'discussionToggleResolve', input: { id: discussionGid(on), resolve: true } }],
      page: (on) => post(`${notePage(on)}/resolve`, {}),
    },
  },
  {
    name: 'react to the thing',
    ability: 'award_emoji',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/award_emoji`, { name: 'rocket' }),
      graphql: (on) => [
        { mutation: 'awardEmojiAdd', input: { awardableId: gid(on), name: 'rocket' } },
        { mutation: 'awardEmojiToggle', input: { awardableId: gid(on), name: 'rocket' } },
      ],
      page: (on) => post(`${page(on)}/toggle_award_emoji`, { name: 'rocket' }),
    },
  },
  {
    name: 'react to a note',
    ability: 'award_emoji',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/notes/${on.note.id}/award_emoji`, { name: 'rocket' }),
      graphql: (on) => [
        { mutation: 'awardEmojiAdd', input: { awardableId: noteGid(on), name: 'rocket' } },
        { mutation: 'awardEmojiToggle', input: { awardableId: noteGid(on), name: 'rocket' } },
      ],
      page: (on) => post(`${notePage(on)}/toggle_award_emoji`, { name: 'rocket' }),
    },
  },
];

const drafts: Act[] = [
  {
    name: 'add to a review',
    ability: 'create_note',
    on: REQUEST,
    doors: {
      rest: (on) => post(`${rest(on)}/draft_notes`, { note: words(on) }),
      page: (on) => post(`${page(on)}/drafts`, { draft_note: { note: words(on) } }),
    },
  },
];

/** What an `updateIssue` says. */
function updateIssue(on: Thing, fields: object): Knock {
  return { mutation: 'updateIssue', input: { ...place(on), ...fields } };
}

const issues: Act[] = [
  {
    name: 'open an issue',
    ability: 'create_issue',
    on: ISSUE,
    doors: {
      rest: (on) => post(`/api/v4/projects/${on.projectId}/issues`, { title: words(on) }),
      graphql: (on) => [{ mutation: 'createIssue', input: { projectPath: on.projectPath, title: words(on) } }],
    },
  },
  {
    name: 'open a confidential issue',
    ability: 'create_issue',
    on: ISSUE,
    doors: {
      rest: (on) => post(`/api/v4/projects/${on.projectId}/issues`, { title: words(on), confidential: true }),
      graphql: (on) => [
        { mutation: 'createIssue', input: { projectPath: on.projectPath, title: words(on), confidential: true } },
      ],
    },
  },
  ...([undefined, 'thing'] as const).flatMap((own): Act[] => {
    const whose = own ? 'their own' : "another's";
    const mine = own && { own };
    return [
      {
        name: `rename ${whose} issue`,
        ability: 'update_issue',
        on: ISSUE,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { title: words(on) }),
          graphql: (on) => [updateIssue(on, { title: words(on) })],
        },
      },
      ...(['close', 'reopen'] as const).map((event): Act => ({
        name: `${event} ${whose} issue`,
        ability: 'change_issue_state',
        on: ISSUE,
        ...mine,
        ...(event === 'reopen' && { before: 'closed' }),
        doors: {
          rest: (on) => put(rest(on), { state_event: event }),
          graphql: (on) => [updateIssue(on, { stateEvent: event.toUpperCase() })],
          page: (on) => put(`${page(on)}.json`, { issue: { state_event: event } }),
        },
      })),
      {
        name: `label ${whose} issue`,
        ability: 'admin_issue',
        on: ISSUE,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { add_labels: words(on) }),
          graphql: (on) => [updateIssue(on, { addLabels: [words(on)] })],
        },
      },
      {
        name: `say when ${whose} issue is due`,
        ability: 'admin_issue',
        on: ISSUE,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { due_date: dayOf(on) }),
          graphql: (on) => [
            { mutation: 'issueSetDueDate', input: { ...place(on), dueDate: dayOf(on) } },
            updateIssue(on, { dueDate: dayOf(on) }),
          ],
        },
      },
      {
        name: `weigh ${whose} issue`,
        ability: 'admin_issue',
        on: ISSUE,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { weight: on.n }),
          graphql: (on) => [updateIssue(on, { weight: on.n })],
        },
      },
      {
        name: `make ${whose} issue confidential`,
        ability: 'admin_issue',
        makes: 'confidential',
        on: ISSUE,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { confidential: true }),
          graphql: (on) => [
            { mutation: 'issueSetConfidential', input: { ...place(on), confidential: true } },
            updateIssue(on, { confidential: true }),
          ],
        },
      },
      {
        name: `assign ${whose} issue`,
        ability: 'admin_issue',
        on: ISSUE,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { assignee_ids: [on.hostId] }),
          graphql: (on) => [
            { mutation: 'issueSetAssignees', input: { ...place(on), assigneeUsernames: [on.hostName] } },
          ],
        },
      },
    ];
  }),
  ...([undefined, 'locked'] as const).map((before): Act => ({
    name: before ? 'unlock an issue' : 'lock an issue',
    ability: 'lock_issue',
    on: ISSUE,
    ...(before ? { before } : { makes: 'locked' as const }),
    doors: {
      rest: (on) => put(rest(on), { discussion_locked: !before }),
      graphql: (on) => [
        { mutation: 'issueSetLocked', input: { ...place(on), locked: !before } },
        { mutation: 'updateIssueLocked', input: { ...place(on), locked: !before } },
        updateIssue(on, { locked: !before }),
      ],
      page: (on) => put(`${page(on)}.json`, { issue: { discussion_locked: !before } }),
    },
  })),
];

const dayOf = ({ n }: Thing) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10);

const requests: Act[] = [
  ...([undefined, 'thing'] as const).flatMap((own): Act[] => {
    const whose = own ? 'their own' : "another's";
    const mine = own && { own };
    return [
      {
        name: `rename ${whose} request`,
        ability: 'update_merge_request',
        on: REQUEST,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { title: words(on) }),
          graphql: (on) => [{ mutation: 'mergeRequestUpdate', input: { ...place(on), title: words(on) } }],
        },
      },
      ...(['close', 'reopen'] as const).map((event): Act => ({
        name: `${event} ${whose} request`,
        ability: 'change_merge_request_state',
        on: REQUEST,
        ...mine,
        ...(event === 'reopen' && { before: 'closed' }),
        doors: {
          rest: (on) => put(rest(on), { state_event: event }),
          graphql: (on) => [
            {
              mutation: 'mergeRequestUpdate',
              input: { ...place(on), state: event === 'close' ? 'CLOSED' : 'OPEN' },
            },
          ],
          page: (on) => put(page(on), { merge_request: { state_event: event } }),
        },
      })),
      {
        name: `assign ${whose} request`,
        ability: 'admin_merge_request',
        on: REQUEST,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { assignee_ids: [on.hostId] }),
          graphql: (on) => [
            { mutation: 'mergeRequestSetAssignees', input: { ...place(on), assigneeUsernames: [on.hostName] } },
          ],
        },
      },
      {
        name: `ask for a review of ${whose} request`,
        ability: 'update_merge_request',
        on: REQUEST,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { reviewer_ids: [on.hostId] }),
          graphql: (on) => [
            { mutation: 'mergeRequestSetReviewers', input: { ...place(on), reviewerUsernames: [on.hostName] } },
          ],
        },
      },
      {
        name: `mark ${whose} request as a draft`,
        ability: 'update_merge_request',
        on: REQUEST,
        ...mine,
        doors: {
          rest: (on) => put(rest(on), { title: `Draft: ${words(on)}` }),
          graphql: (on) => [{ mutation: 'mergeRequestSetDraft', input: { ...place(on), draft: true } }],
        },
      },
    ];
  }),
  ...([undefined, 'locked'] as const).map((before): Act => ({
    name: before ? 'unlock a request' : 'lock a request',
    ability: 'lock_merge_request',
    on: REQUEST,
    ...(before ? { before } : { makes: 'locked' as const }),
    doors: {
      rest: (on) => put(rest(on), { discussion_locked: !before }),
      graphql: (on) => [
        { mutation: 'mergeRequestSetLocked', input: { ...place(on), locked: !before } },
        { mutation: 'updateMergeRequestLocked', input: { ...place(on), locked: !before } },
      ],
    },
  })),
];

const own: Act[] = [
  {
    name: 'put it on their list',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/todo`, {}),
      graphql: (on) => [{ mutation: 'todoCreate', input: { targetId: gid(on) } }],
    },
  },
  {
    name: 'follow it',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/subscribe`, {}),
      graphql: (on) => [
        {
          mutation: on.kind === 'issue' ? 'issueSetSubscription' : 'mergeRequestSetSubscription',
          input: { ...place(on), subscribedState: true },
        },
      ],
    },
  },
];

/** Everything that is said and done about issues and merge requests, with the doors that lead to it. */
export const acts: readonly Act[] = [...talk, ...drafts, ...issues, ...requests, ...own];
