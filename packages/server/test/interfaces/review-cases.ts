import {
  type ActionCase,
  type EntryPoint,
  forBoth,
  form,
  gid,
  NO_MUTATION,
  notePage,
  page,
  post,
  put,
  remove,
  REQUEST,
  rest,
  type Thing,
  sampleText,
} from './action-case.ts';

/** Files of every merge request that is knocked at. */
export const TEXT_FILE = 's.txt';
export const IMAGE = 'picture.png';

const onFile = ({ refs }: Thing, path: string) => ({ ...refs, old_path: path, new_path: path });
export const onLine = (on: Thing) => ({ ...onFile(on, TEXT_FILE), position_type: 'text', new_line: 1 });
const SIZE = { width: 100, height: 100 };
const pinOf = ({ n }: Thing) => ({ x: n % 100, y: Math.floor(n / 100) % 100, ...SIZE });
export const onImage = (on: Thing) => ({ ...onFile(on, IMAGE), position_type: 'image', ...pinOf(on) });
const ends = ({ refs }: Thing, path: string) => ({
  baseSha: refs.base_sha,
  startSha: refs.start_sha,
  headSha: refs.head_sha,
  paths: { newPath: path },
});
const imageGid = ({ note }: Thing) => `gid://gitlab/DiffNote/${note.id}`;

const places: ActionCase[] = [
  {
    name: 'comment on a line',
    ability: 'create_note',
    on: REQUEST,
    doors: {
      rest: (on) => post(`${rest(on)}/discussions`, { body: sampleText(on), position: onLine(on) }),
      graphql: (on) => ({
        mutation: 'createDiffNote',
        input: { noteableId: gid(on), body: sampleText(on), position: { ...ends(on, TEXT_FILE), newLine: 1 } },
      }),
      page: (on) => form(on, { type: 'DiffNote', position: onLine(on) }),
    },
  },
  {
    name: 'comment on a picture',
    ability: 'create_note',
    on: REQUEST,
    doors: {
      rest: (on) => post(`${rest(on)}/discussions`, { body: sampleText(on), position: onImage(on) }),
      graphql: (on) => ({
        mutation: 'createImageDiffNote',
        input: { noteableId: gid(on), body: sampleText(on), position: { ...ends(on, IMAGE), ...pinOf(on) } },
      }),
      page: (on) => form(on, { type: 'DiffNote', position: onImage(on) }),
    },
  },
  ...forBoth('text', (whose, mine): ActionCase[] => [
    {
      name: `move ${whose} point of a picture`,
      ability: 'edit_note',
      on: REQUEST,
      needs: 'picture',
      ...mine,
      doors: {
        rest: { none: 'notes have no place to change there' },
        graphql: (on) => [
          { mutation: 'repositionImageDiffNote', input: { id: imageGid(on), position: pinOf(on) } },
          { mutation: 'updateImageDiffNote', input: { id: imageGid(on), position: pinOf(on) } },
        ],
        page: (on) => put(notePage(on), { note: { position: onImage(on) } }),
      },
    },
  ]),
];

const NO_DRAFTS: EntryPoint = { none: 'GraphQL knows no drafts' };
const draft = (on: Thing) => `${rest(on)}/draft_notes/${on.note.id}`;
const draftPage = (on: Thing) => `${page(on)}/drafts/${on.note.id}`;

const drafts: ActionCase[] = [
  {
    name: 'add to a review',
    ability: 'create_note',
    on: REQUEST,
    doors: {
      rest: (on) => post(`${rest(on)}/draft_notes`, { note: sampleText(on) }),
      graphql: NO_DRAFTS,
      page: (on) => post(`${page(on)}/drafts`, { draft_note: { note: sampleText(on) } }),
    },
  },
  ...forBoth('text', (whose, mine): ActionCase[] => {
    const about = { on: REQUEST, needs: 'draft' as const, ...mine, ...(!mine.own && { isHidden: true }) };
    return [
      {
        name: `edit ${whose} draft`,
        ability: 'create_note',
        ...about,
        doors: {
          rest: (on) => put(draft(on), { note: sampleText(on) }),
          graphql: NO_DRAFTS,
          page: (on) => put(draftPage(on), { draft_note: { note: sampleText(on) } }),
        },
      },
      {
        name: `throw ${whose} draft away`,
        ability: 'change_drafts',
        spends: 'text',
        ...about,
        doors: {
          rest: (on) => remove(draft(on)),
          graphql: NO_DRAFTS,
          page: (on) => remove(draftPage(on)),
        },
      },
      {
        name: `publish ${whose} draft`,
        ability: 'create_note',
        spends: 'text',
        ...about,
        doors: {
          rest: (on) => put(`${draft(on)}/publish`, {}),
          graphql: NO_DRAFTS,
          page: (on) => post(`${page(on)}/drafts/publish`, { id: on.note.id }),
        },
      },
    ];
  }),
  {
    name: 'publish a review',
    ability: 'create_note',
    on: REQUEST,
    own: 'text',
    needs: 'draft',
    spends: 'text',
    doors: {
      rest: (on) => post(`${rest(on)}/draft_notes/bulk_publish`, {}),
      graphql: NO_DRAFTS,
      page: (on) => post(`${page(on)}/drafts/publish`, { note: sampleText(on) }),
    },
  },
  {
    name: 'discard a review',
    ability: 'change_drafts',
    on: REQUEST,
    own: 'text',
    needs: 'draft',
    spends: 'text',
    doors: {
      rest: { none: 'drafts are thrown away one by one there' },
      graphql: NO_DRAFTS,
      page: (on) => remove(`${page(on)}/drafts/discard`),
    },
  },
];

const undoing: ActionCase[] = forBoth('text', (whose, mine): ActionCase[] => [
  {
    name: `undo ${whose} review`,
    // Of another's it is only said that there is none, whatever else would be in the way.
    ability: mine.own ? 'create_note' : 'change_drafts',
    on: REQUEST,
    needs: 'review',
    spends: 'text',
    ...mine,
    ...(!mine.own && { isHidden: true }),
    doors: {
      rest: { none: 'only the page offers to undo what it has just published' },
      graphql: NO_DRAFTS,
      page: (on) => post(`${page(on)}/reviews/${on.note.id}/undo`, {}),
    },
  },
]);

const suggestion = { on: REQUEST, needs: 'suggestion', spends: 'text', also: 'push_code' } as const;

const suggestions: ActionCase[] = [
  {
    name: 'apply a suggestion',
    ability: 'create_note',
    ...suggestion,
    doors: {
      rest: ({ note }) => put(`/api/v4/suggestions/${note.id}/apply`, {}),
      graphql: NO_MUTATION,
      page: { none: 'pages ask the REST address' },
    },
  },
  {
    name: 'apply several suggestions',
    ability: 'create_note',
    isForSignedIn: true,
    ...suggestion,
    doors: {
      rest: ({ note }) => put('/api/v4/suggestions/batch_apply', { ids: [note.id] }),
      graphql: NO_MUTATION,
      page: { none: 'pages ask the REST address' },
    },
  },
];

/** What is said about lines and images, at once or in a review, and what comes of it. */
export const reviewCases: readonly ActionCase[] = [...places, ...drafts, ...undoing, ...suggestions];
