import {
  type Act,
  BOTH,
  discussionGid,
  forBoth,
  form,
  get,
  gid,
  ISSUE,
  NO_MUTATION,
  noteGid,
  notePage,
  page,
  post,
  put,
  remove,
  REQUEST,
  rest,
  type Thing,
  words,
} from './act.ts';

const thread = (on: Thing) => `${rest(on)}/discussions/${on.note.discussion}`;
const inThread = (on: Thing) => `${thread(on)}/notes/${on.note.id}`;

const writing: Act[] = [
  {
    name: 'comment',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/notes`, { body: words(on) }),
      graphql: (on) => ({ mutation: 'createNote', input: { noteableId: gid(on), body: words(on) } }),
      page: (on) => form(on, {}),
    },
  },
  {
    name: 'start a thread',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/discussions`, { body: words(on) }),
      graphql: (on) => ({ mutation: 'createDiscussion', input: { noteableId: gid(on), body: words(on) } }),
      page: (on) => form(on, { type: 'DiscussionNote' }),
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
  {
    name: 'make a comment a thread',
    ability: 'create_note',
    on: BOTH,
    needs: 'comment',
    spends: 'text',
    doors: {
      rest: { none: 'a reply to a comment makes it a thread there' },
      graphql: (on) => ({ mutation: 'noteConvertToThread', input: { id: noteGid(on) } }),
      page: (on) => post(`${notePage(on)}/convert_to_thread`, {}),
    },
  },
];

/** What is done to a thread and its notes: to those that all see, and to internal ones. */
function toNotes(needs: 'thread' | 'internal'): Act[] {
  const on = needs === 'thread' ? BOTH : ISSUE;
  const [a, kind] = needs === 'thread' ? ['a', ''] : ['an', 'internal '];
  return [
    {
      name: `reply in ${a} ${kind}thread`,
      ability: 'create_note',
      on,
      needs,
      doors: {
        rest: (of) => post(`${thread(of)}/notes`, { body: words(of) }),
        graphql: (of) => ({
          mutation: 'createNote',
          input: { noteableId: gid(of), body: words(of), discussionId: discussionGid(of) },
        }),
        page: (of) => form(of, {}, { in_reply_to_discussion_id: of.note.discussion }),
      },
    },
    ...forBoth('text', (whose, mine): Act[] => [
      {
        name: `edit ${whose} ${kind}note`,
        ability: 'edit_note',
        on,
        needs,
        ...mine,
        doors: {
          rest: (of) => [
            put(`${rest(of)}/notes/${of.note.id}`, { body: words(of) }),
            put(inThread(of), { body: `${words(of)} more` }),
          ],
          graphql: (of) => ({ mutation: 'updateNote', input: { id: noteGid(of), body: words(of) } }),
          page: (of) => put(notePage(of), { note: { note: words(of) } }),
        },
      },
      {
        name: `delete ${whose} ${kind}note`,
        ability: 'edit_note',
        on,
        needs,
        spends: 'text',
        ...mine,
        doors: {
          rest: (of) => [remove(`${rest(of)}/notes/${of.note.id}`), remove(inThread(of))],
          graphql: (of) => ({ mutation: 'destroyNote', input: { id: noteGid(of) } }),
          page: (of) => remove(notePage(of)),
        },
      },
    ]),
    {
      name: `react to ${a} ${kind}note`,
      ability: 'award_emoji',
      on,
      needs,
      doors: {
        rest: (of) => post(`${rest(of)}/notes/${of.note.id}/award_emoji`, { name: 'rocket' }),
        graphql: (of) => [
          { mutation: 'awardEmojiAdd', input: { awardableId: noteGid(of), name: 'rocket' } },
          { mutation: 'awardEmojiToggle', input: { awardableId: noteGid(of), name: 'rocket' } },
        ],
        page: (of) => post(`${notePage(of)}/toggle_award_emoji`, { name: 'rocket' }),
      },
    },
  ];
}

const NOTES_OF_ISSUE = `query ($id: IssueID!, $after: String) { issue(id: $id) {
  notes(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`;

const reading: Act[] = forBoth('text', (whose, mine): Act[] => [
  {
    name: `read ${whose} internal note`,
    ability: 'read_notes',
    on: ISSUE,
    needs: 'internal',
    isReading: true,
    ...mine,
    doors: {
      rest: (on) => [get(`${rest(on)}/notes/${on.note.id}`), get(thread(on))],
      graphql: (on) => ({
        query: NOTES_OF_ISSUE,
        variables: { id: gid(on) },
        isFound: (data) => JSON.stringify(data).includes(`"${noteGid(on)}"`),
      }),
      page: (on) => get(`${page(on)}/discussions/${on.note.discussion}.json`),
    },
  },
]);

function settling(before: 'resolved' | undefined): Act[] {
  const [verb, is] = before ? (['open again', false] as const) : (['resolve', true] as const);
  const resolveNote = (on: Thing) => (is ? post(`${notePage(on)}/resolve`, {}) : remove(`${notePage(on)}/resolve`));
  const resolveThread = (on: Thing) => {
    const url = `${page(on)}/discussions/${on.note.discussion}/resolve`;
    return is ? post(url, {}) : remove(url);
  };
  const to = (name: string, own: Act['own']): Act => ({
    name,
    ability: 'resolve_thread',
    on: REQUEST,
    needs: 'thread',
    ...(own && { own }),
    ...(before && { before }),
    doors: {
      rest: (on) => [put(thread(on), { resolved: is }), put(inThread(on), { resolved: is })],
      graphql: (on) => ({ mutation: 'discussionToggleResolve', input: { id: discussionGid(on), resolve: is } }),
      page: (on) => [resolveThread(on), resolveNote(on)],
    },
  });
  return [
    to(`${verb} another's thread`, undefined),
    to(`${verb} their own thread`, 'text'),
    to(`${verb} another's thread on their own request`, 'thing'),
  ];
}

const reacting: Act = {
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
};

const descriptions: Act[] = [
  {
    name: 'delete an earlier description',
    ability: 'delete_description_version',
    on: BOTH,
    needs: 'version',
    spends: 'text',
    doors: {
      rest: { none: 'the history of a description has no REST address' },
      graphql: NO_MUTATION,
      page: (on) => remove(`${page(on)}/descriptions/${on.note.id}`),
    },
  },
  ...(
    [
      [ISSUE, 'issue', 'update_issue'],
      [REQUEST, 'request', 'update_merge_request'],
    ] as const
  ).flatMap(([on, thing, ability]) =>
    forBoth('thing', (whose, mine): Act[] => [
      {
        name: `bring back an earlier description of ${whose} ${thing}`,
        ability,
        on,
        needs: 'version',
        // The text is there now, and bringing it back again changes nothing.
        spends: 'text',
        ...mine,
        doors: {
          rest: { none: 'the history of a description has no REST address' },
          graphql: NO_MUTATION,
          page: (of) => post(`${page(of)}/descriptions/${of.note.id}/restore`, { side: 'before' }),
        },
      },
    ]),
  ),
];

/** What is said, and done to what was said. */
export const noteActs: readonly Act[] = [
  ...writing,
  ...toNotes('thread'),
  ...toNotes('internal'),
  ...reading,
  ...settling(undefined),
  ...settling('resolved'),
  reacting,
  ...descriptions,
];
