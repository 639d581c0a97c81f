import {
  type ActionCase,
  discussionGid,
  forBoth,
  get,
  noteGid,
  notePage,
  post,
  put,
  remove,
  REQUEST,
  type Thing,
  sampleText,
} from './action-case.ts';

/** Threads of the commit that a request begins at, which stays where it is. */
const commit = ({ projectId, refs }: Thing) => `/api/v4/projects/${projectId}/repository/commits/${refs.base_sha}`;
const commitThread = (on: Thing) => `${commit(on)}/discussions/${on.note.discussion}/notes`;
const commitGid = ({ projectId, refs }: Thing) => `gid://gitlab/Commit/${projectId}-${refs.base_sha}`;
const said = (on: Thing) => ({ noteableId: commitGid(on), body: sampleText(on) });

const about = { on: REQUEST, about: 'project' as const, seenBy: 'read_code' };
const pageForm = (on: Thing, more: object = {}) =>
  post(`/${on.projectPath}/-/commit/${on.refs.base_sha}/notes`, { note: { note: sampleText(on) }, ...more });

const THREADS_OF_COMMIT = `query ($path: ID!, $sha: String!, $after: String) { project(fullPath: $path) { repository { commit(ref: $sha) {
  discussions(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } } } }`;

/** What is said about commits. */
export const commitCases: readonly ActionCase[] = [
  {
    name: 'comment on a commit',
    ability: 'create_note',
    ...about,
    doors: {
      rest: (on) => [
        post(`${commit(on)}/comments`, { note: sampleText(on) }),
        post(`${commit(on)}/discussions`, { body: sampleText(on) }),
      ],
      graphql: (on) => [
        { mutation: 'createNote', input: said(on) },
        { mutation: 'createDiscussion', input: said(on) },
      ],
      page: (on) => pageForm(on),
    },
  },
  {
    name: 'reply in a thread of a commit',
    ability: 'create_note',
    needs: 'of commit',
    ...about,
    doors: {
      rest: (on) => post(commitThread(on), { body: sampleText(on) }),
      graphql: (on) => ({ mutation: 'createNote', input: { ...said(on), discussionId: discussionGid(on) } }),
      page: (on) => pageForm(on, { in_reply_to_discussion_id: on.note.discussion }),
    },
  },
  {
    name: 'read a thread of a commit',
    ability: 'read_notes',
    needs: 'of commit',
    isReading: true,
    ...about,
    doors: {
      rest: (on) => get(`${commit(on)}/discussions/${on.note.discussion}`),
      graphql: (on) => ({
        query: THREADS_OF_COMMIT,
        variables: { path: on.projectPath, sha: on.refs.base_sha },
        isFound: (data) => JSON.stringify(data).includes(`"${discussionGid(on)}"`),
      }),
      page: (on) => get(`/${on.projectPath}/-/commit/${on.refs.base_sha}/discussions.json`),
    },
  },
  {
    name: 'react to a note of a commit',
    ability: 'award_emoji',
    needs: 'of commit',
    ...about,
    doors: {
      rest: { none: 'notes of commits take reactions from the pages' },
      graphql: (on) => [
        { mutation: 'awardEmojiAdd', input: { awardableId: noteGid(on), name: 'rocket' } },
        { mutation: 'awardEmojiToggle', input: { awardableId: noteGid(on), name: 'rocket' } },
      ],
      page: (on) => post(`${notePage(on)}/toggle_award_emoji`, { name: 'rocket' }),
    },
  },
  ...forBoth('text', (whose, mine): ActionCase[] => [
    {
      name: `edit ${whose} note of a commit`,
      ability: 'edit_note',
      needs: 'of commit',
      ...about,
      ...mine,
      doors: {
        rest: (on) => put(`${commitThread(on)}/${on.note.id}`, { body: sampleText(on) }),
        graphql: (on) => ({ mutation: 'updateNote', input: { id: noteGid(on), body: sampleText(on) } }),
        page: (on) => put(notePage(on), { note: { note: sampleText(on) } }),
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
