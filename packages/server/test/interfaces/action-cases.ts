import {
  type ActionCase,
  USES_REST,
  BOTH,
  gid,
  ISSUE,
  type InterfaceRequest,
  NO_MUTATION,
  page,
  noteableInput,
  post,
  PAGES_ONLY,
  REQUEST,
  rest,
  type Thing,
  sampleText,
} from './action-case.ts';
import { commitCases } from './commit-cases.ts';
import { issueCases } from './issue-cases.ts';
import { noteCases } from './note-cases.ts';
import { mergeRequestCases } from './merge-request-cases.ts';
import { reviewCases } from './review-cases.ts';

function setSubscription({ kind }: Thing): string {
  return kind === 'issue' ? 'issueSetSubscription' : 'mergeRequestSetSubscription';
}

const following: ActionCase[] = [
  {
    name: 'put it on their list',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/todo`, {}),
      graphql: (on) => ({ mutation: 'todoCreate', input: { targetId: gid(on) } }),
      page: USES_REST,
    },
  },
  {
    name: 'follow it',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/subscribe`, {}),
      graphql: (on) => ({ mutation: setSubscription(on), input: { ...noteableInput(on), subscribedState: true } }),
      page: USES_REST,
    },
  },
];

const leaving: ActionCase[] = [
  {
    name: 'stop following it',
    ability: 'subscribe',
    on: BOTH,
    before: 'followed',
    doors: {
      rest: (on) => post(`${rest(on)}/unsubscribe`, {}),
      graphql: (on) => ({ mutation: setSubscription(on), input: { ...noteableInput(on), subscribedState: false } }),
      page: USES_REST,
    },
  },
  {
    name: 'choose how much of it comes by mail',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: PAGES_ONLY,
      graphql: PAGES_ONLY,
      page: (on) => post(`${page(on)}/mail_level`, { level: 'watch' }),
    },
  },
];

/** Those who work in the project: who counts the time of an issue, may do all else about it; and so with a request. */
const timing: ActionCase[] = (
  [
    [ISSUE, 'an issue', 'admin_issue'],
    [REQUEST, 'a request', 'admin_merge_request'],
  ] as const
).flatMap(([on, thing, also]) =>
  (
    [
      ['estimate the time of', 'time_estimate', undefined],
      ['add time spent on', 'add_spent_time', undefined],
      ['take away the estimate of', 'reset_time_estimate', 'tracked'],
      ['take away the time spent on', 'reset_spent_time', 'tracked'],
    ] as const
  ).map(([verb, name, before]): ActionCase => ({
    name: `${verb} ${thing}`,
    ability: 'track_time',
    also,
    on,
    ...(before && { before }),
    doors: {
      rest: (of) => post(`${rest(of)}/${name}`, before ? {} : { duration: `${of.n}m` }),
      graphql: NO_MUTATION,
      page: USES_REST,
    },
  })),
);

const upload = (url: string, on: Thing): InterfaceRequest => ({ method: 'POST', url, file: sampleText(on) });

/** What belongs to the project that is talked about, or to nobody. */
const beside: ActionCase[] = [
  {
    name: 'upload a file',
    ability: 'upload_file',
    on: ISSUE,
    about: 'project',
    doors: {
      rest: (on) => upload(`/api/v4/projects/${on.projectId}/uploads`, on),
      graphql: NO_MUTATION,
      page: (on) => upload(`/${on.projectPath}/-/uploads`, on),
    },
  },
  {
    name: 'preview a text',
    ability: 'preview_markdown',
    on: ISSUE,
    about: 'project',
    isReading: true,
    doors: {
      rest: { none: 'Markdown is rendered there whoever it is for; see below' },
      graphql: NO_MUTATION,
      page: (on) => post(`/${on.projectPath}/-/preview_markdown`, { text: sampleText(on) }),
    },
  },
  {
    name: 'render a text as in a project',
    ability: 'preview_markdown',
    on: ISSUE,
    about: 'project',
    isReading: true,
    isForSignedIn: true,
    doors: {
      rest: (on) => post('/api/v4/markdown', { text: sampleText(on), project: on.projectPath }),
      graphql: NO_MUTATION,
      page: { none: 'pages preview texts; see above' },
    },
  },
  {
    name: 'report somebody',
    ability: 'change_account',
    on: ISSUE,
    about: 'instance',
    doors: {
      rest: PAGES_ONLY,
      graphql: PAGES_ONLY,
      page: (on) =>
        post('/-/abuse_reports/add_category', {
          user_id: on.hostId,
          abuse_report: { category: 'spam', reported_from_url: '' },
        }),
    },
  },
];

/** Everything that is said and done about issues and merge requests, with the interfaces that lead to it. */
export const actionCases: readonly ActionCase[] = [
  ...noteCases,
  ...commitCases,
  ...reviewCases,
  ...issueCases,
  ...mergeRequestCases,
  ...following,
  ...leaving,
  ...timing,
  ...beside,
];
