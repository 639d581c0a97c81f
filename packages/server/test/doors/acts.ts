import {
  type Act,
  ASKS_REST,
  BOTH,
  gid,
  ISSUE,
  type Knock,
  NO_MUTATION,
  place,
  post,
  PAGES_ONLY,
  rest,
  type Thing,
  words,
} from './act.ts';
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
export const acts: readonly Act[] = [...noteActs, ...reviewActs, ...issueActs, ...requestActs, ...following, ...beside];
