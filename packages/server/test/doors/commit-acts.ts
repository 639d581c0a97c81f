import {
  type Act,
  type Door,
  forBoth,
  noteGid,
  notePage,
  post,
  put,
  remove,
  REQUEST,
  type Thing,
  words,
} from './act.ts';

/** Threads of the commit that a request begins at, which stays where it is. */
const commit = ({ projectId, refs }: Thing) => `/api/v4/projects/${projectId}/repository/commits/${refs.base_sha}`;
const commitThread = (on: Thing) => `${commit(on)}/discussions/${on.note.discussion}/notes`;
const NO_COMMITS: Door = { none: 'GraphQL knows no threads of commits' };

const about = { on: REQUEST, about: 'project' as const, seenBy: 'read_code' };
const pageForm = (on: Thing, more: object = {}) =>
  post(`/${on.projectPath}/-/commit/${on.refs.base_sha}/notes`, { note: { note: words(on) }, ...more });

/** What is said about commits. */
export const commitActs: readonly Act[] = [
  {
    name: 'comment on a commit',
    ability: 'create_note',
    ...about,
    doors: {
      rest: (on) => [
        post(`${commit(on)}/comments`, { note: words(on) }),
        post(`${commit(on)}/discussions`, { body: words(on) }),
      ],
      graphql: NO_COMMITS,
      page: (on) => pageForm(on),
    },
  },
  {
    name: 'reply in a thread of a commit',
    ability: 'create_note',
    needs: 'of commit',
    ...about,
    doors: {
      rest: (on) => post(commitThread(on), { body: words(on) }),
      graphql: NO_COMMITS,
      page: (on) => pageForm(on, { in_reply_to_discussion_id: on.note.discussion }),
    },
  },
  ...forBoth('text', (whose, mine): Act[] => [
    {
      name: `edit ${whose} note of a commit`,
      ability: 'edit_note',
      needs: 'of commit',
      ...about,
      ...mine,
      doors: {
        rest: (on) => put(`${commitThread(on)}/${on.note.id}`, { body: words(on) }),
        graphql: (on) => ({ mutation: 'updateNote', input: { id: noteGid(on), body: words(on) } }),
        page: (on) => put(notePage(on), { note: { note: words(on) } }),
      },
    },
    {
      name: `delete ${whose} note of a commit`,
      ability: 'edit_note',
      needs: 'of commit',
      spends: 'text',
      ...about,
      ...mine,
      doors: {
        rest: (on) => remove(`${commitThread(on)}/${on.note.id}`),
        graphql: (on) => ({ mutation: 'destroyNote', input: { id: noteGid(on) } }),
        page: (on) => remove(notePage(on)),
      },
    },
  ]),
];
