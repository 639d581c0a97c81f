import {
  type ActionCase,
  BOTH,
  discussionGid,
  type EntryPoint,
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
  TICK,
  sampleText,
} from './action-case.ts';

const WHOLE_TEXT: EntryPoint = { none: 'the whole text is written there' };

const thread = (on: Thing) => `${rest(on)}/discussions/${on.note.discussion}`;
const inThread = (on: Thing) => `${thread(on)}/notes/${on.note.id}`;

const writing: ActionCase[] = [
  {
    name: 'comment',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/notes`, { body: sampleText(on) }),
      graphql: (on) => ({ mutation: 'createNote', input: { noteableId: gid(on), body: sampleText(on) } }),
      page: (on) => form(on, {}),
    },
  },
  {
    name: 'start a thread',
    ability: 'create_note',
    on: BOTH,
    doors: {
      rest: (on) => post(`${rest(on)}/discussions`, { body: sampleText(on) }),
      graphql: (on) => ({ mutation: 'createDiscussion', input: { noteableId: gid(on), body: sampleText(on) } }),
      page: (on) => form(on, { type: 'DiscussionNote' }),
    },
  },
  {
    name: 'say something among us',
    ability: 'create_note',
    on: ISSUE,
    isInternal: true,
    doors: {
      rest: (on) => post(`${rest(on)}/notes`, { body: sampleText(on), internal: true }),
      graphql: (on) => [
        { mutation: 'createNote', input: { noteableId: gid(on), body: sampleText(on), internal: true } },
        { mutation: 'createDiscussion', input: { noteableId: gid(on), body: sampleText(on), internal: true } },
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
function toNotes(needs: 'thread' | 'internal'): ActionCase[] {
  const on = needs === 'thread' ? BOTH : ISSUE;
  const [a, kind] = needs === 'thread' ? ['a', ''] : ['an', 'internal '];
  return [
    {
      name: `reply in ${a} ${kind}thread`,
      ability: 'create_note',
      on,
      needs,
      doors: {
        rest: (of) => post(`${thread(of)}/notes`, { body: sampleText(of) }),
        graphql: (of) => ({
          mutation: 'createNote',
          input: { noteableId: gid(of), body: sampleText(of), discussionId: discussionGid(of) },
        }),
        page: (of) => form(of, {}, { in_reply_to_discussion_id: of.note.discussion }),
      },
    },
    ...forBoth('text', (whose, mine): ActionCase[] => [
      {
        name: `edit ${whose} ${kind}note`,
        ability: 'edit_note',
        on,
        needs,
        ...mine,
        doors: {
          rest: (of) => [
            put(`${rest(of)}/notes/${of.note.id}`, { body: sampleText(of) }),
            put(inThread(of), { body: `${sampleText(of)} more` }),
          ],
          graphql: (of) => ({ mutation: 'updateNote', input: { id: noteGid(of), body: sampleText(of) } }),
          page: (of) => put(notePage(of), { note: { note: sampleText(of) } }),
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

const ticking: ActionCase[] = forBoth('text', (whose, mine): ActionCase[] => [
  {
    name: `tick a task of ${whose} note`,
    ability: 'edit_note',
    on: BOTH,
    needs: 'task',
    spends: 'text',
    ...mine,
    doors: {
      rest: WHOLE_TEXT,
      graphql: WHOLE_TEXT,
      page: (of) => put(`${notePage(of)}/task`, TICK),
    },
  },
]);

const NOTES_OF_ISSUE = `query ($id: IssueID!, $after: String) { issue(id: $id) {
  notes(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`;

const reading: ActionCase[] = forBoth('text', (whose, mine): ActionCase[] => [
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

function settling(before: 'resolved' | undefined): ActionCase[] {
  const [verb, is] = before ? (['open again', false] as const) : (['resolve', true] as const);
  const resolveNote = (on: Thing) => (is ? post(`${notePage(on)}/resolve`, {}) : remove(`${notePage(on)}/resolve`));
  const resolveThread = (on: Thing) => {
    const url = `${page(on)}/discussions/${on.note.discussion}/resolve`;
    return is ? post(url, {}) : remove(url);
  };
  const to = (name: string, own: ActionCase['own']): ActionCase => ({
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

const reactionsOf = (on: Thing) =>
  on.note.id === 0 ? `${rest(on)}/award_emoji` : `${rest(on)}/notes/${on.note.id}/award_emoji`;
const awardableOf = (on: Thing) => (on.note.id === 0 ? gid(on) : noteGid(on));
const awardPage = (on: Thing) => `${on.note.id === 0 ? page(on) : notePage(on)}/toggle_award_emoji`;
const rocket = (on: Thing) => ({ awardableId: awardableOf(on), name: 'rocket' });

const reacting: ActionCase[] = [
  {
    name: 'react to the thing',
    ability: 'award_emoji',
    on: BOTH,
    doors: {
      rest: (on) => post(reactionsOf(on), { name: 'rocket' }),
      graphql: (on) => [
        { mutation: 'awardEmojiAdd', input: rocket(on) },
        { mutation: 'awardEmojiToggle', input: rocket(on) },
      ],
      page: (on) => post(awardPage(on), { name: 'rocket' }),
    },
  },
  ...(
    [
      ['reaction', 'reaction to the thing'],
      ['reaction to note', 'reaction to a note'],
    ] as const
  ).flatMap(([needs, reaction]): ActionCase[] => {
    const about = { ability: 'award_emoji', on: BOTH, needs };
    return [
      {
        name: `take their own ${reaction} back`,
        own: 'text',
        ...about,
        doors: {
          rest: (on) => remove(`${reactionsOf(on)}/${on.note.reaction}`),
          graphql: (on) => [
            { mutation: 'awardEmojiRemove', input: rocket(on) },
            { mutation: 'awardEmojiToggle', input: rocket(on) },
          ],
          page: (on) => post(awardPage(on), { name: 'rocket' }),
        },
      },
      {
        name: `take another's ${reaction} away`,
        isHidden: true,
        ...about,
        doors: {
          rest: (on) => remove(`${reactionsOf(on)}/${on.note.reaction}`),
          graphql: { none: 'reactions have no numbers there: a name is that of one’s own' },
          page: { none: 'reactions have no numbers there: a name is that of one’s own' },
        },
      },
    ];
  }),
];

const descriptions: ActionCase[] = [
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
    forBoth('thing', (whose, mine): ActionCase[] => [
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
      {
        name: `tick a task of ${whose} ${thing}`,
        ability,
        on,
        before: 'task',
        ...mine,
        doors: { rest: WHOLE_TEXT, graphql: WHOLE_TEXT, page: (of) => put(`${page(of)}/task`, TICK) },
      },
    ]),
  ),
];

/** What is said, and done to what was said. */
export const noteCases: readonly ActionCase[] = [
  ...writing,
  ...toNotes('thread'),
  ...toNotes('internal'),
  ...ticking,
  ...reading,
  ...settling(undefined),
  ...settling('resolved'),
  ...reacting,
  ...descriptions,
];
