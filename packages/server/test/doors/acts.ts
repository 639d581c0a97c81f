import {
  type Act,
  ASKS_REST,
  BOTH,
  gid,
  ISSUE,
  type Knock,
  NO_MUTATION,
  page,
  place,
  post,
  PAGES_ONLY,
  REQUEST,
  rest,
  type Thing,
  words,
} from './act.ts';
import { commitActs } from './commit-acts.ts';
import { issueActs } from './issue-acts.ts';
import { noteActs } from './note-acts.ts';
import { requestActs } from './request-acts.ts';
import { reviewActs } from './review-acts.ts';

function setSubscription({ kind }: Thing): string {
  return kind === 'issue' ? 'issueSetSubscription' : 'mergeRequestSetSubscription';
}

const following: Act[] = [
  {
    name: 'put it on their list',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/todo`, {}),
      graphql: (on) => ({ mutation: 'todoCreate', input: { targetId: gid(on) } }),
      page: ASKS_REST,
    },
  },
  {
    name: 'follow it',
    ability: 'subscribe',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/subscribe`, {}),
      graphql: (on) => ({ mutation: setSubscription(on), input: { ...place(on), subscribedState: true } }),
      page: ASKS_REST,
    },
  },
];

const leaving: Act[] = [
  {
    name: 'stop following it',
    ability: 'subscribe',
    on: BOTH,
    before: 'followed',
    doors: {
      rest: (on) => post(`${rest(on)}/unsubscribe`, {}),
      graphql: (on) => ({ mutation: setSubscription(on), input: { ...place(on), subscribedState: false } }),
      page: ASKS_REST,
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
const timing: Act[] = (
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
  ).map(([verb, name, before]): Act => ({
    name: `${verb} ${thing}`,
    ability: 'track_time',
    also,
    on,
    ...(before && { before }),
    doors: {
      rest: (of) => post(`${rest(of)}/${name}`, before ? {} : { duration: `${of.n}m` }),
      graphql: NO_MUTATION,
      page: ASKS_REST,
    },
  })),
);

const upload = (url: string, on: Thing): Knock => ({ method: 'POST', url, file: words(on) });

/** What belongs to the project that is talked about, or to nobody. */
const beside: Act[] = [
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
      page: (on) => post(`/${on.projectPath}/-/preview_markdown`, { text: words(on) }),
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
      rest: (on) => post('/api/v4/markdown', { text: words(on), project: on.projectPath }),
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

/** Everything that is said and done about issues and merge requests, with the doors that lead to it. */
export const acts: readonly Act[] = [
  ...noteActs,
  ...commitActs,
  ...reviewActs,
  ...issueActs,
  ...requestActs,
  ...following,
  ...leaving,
  ...timing,
  ...beside,
];
