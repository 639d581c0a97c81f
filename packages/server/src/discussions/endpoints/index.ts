import type { Route } from '../../endpoints/http/define-route.ts';
import type { ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { emojiRoutes, pageAwardRoutes } from '../awards/endpoints/page-awards.ts';
import { awardRoutes } from '../awards/endpoints/rest-awards.ts';
import { commitCommentRoutes } from '../commits/endpoints/rest-comments.ts';
import { customEmojiPages } from '../custom-emoji/endpoints/page.ts';
import { customEmojiRoutes } from '../custom-emoji/endpoints/routes.ts';
import { noteableDescriptor, noteableTypes, noteableTypesWhere } from '../noteable.ts';
import { savedReplyPages } from '../saved-replies/endpoints/page.ts';
import { savedReplyRoutes } from '../saved-replies/endpoints/routes.ts';
import { commandsRoute, completionRoutes } from './completion-sources.ts';
import { pageCommandRoutes } from './page-commands.ts';
import { pageDescriptionRoutes } from './page-descriptions.ts';
import { pageDiscussionRoutes } from './page-discussions.ts';
import { pageNoteRoutes } from './page-notes.ts';
import { notesBelow, singleNotesBelow } from './page-notes-below.ts';
import { discussionRoutes } from './rest-discussions.ts';
import { noteRoutes } from './rest-notes.ts';
import { uploadListRoutes } from './rest-uploads.ts';
import { type ContainerRoutes, GROUP, PROJECT } from './subjects.ts';
import { markdownRoute, savedReplyPreviewRoute, previewRoute } from './texts.ts';
import { pageTaskRoutes } from './page-tasks.ts';
import { autosaveRoutes } from './autosaves.ts';
import { uploadScopedRoutes, uploadRestRoutes } from './uploads.ts';

/** Address names of the things of a kind of place that have a number there, which their descriptors say. */
const numbered = ({ on }: ContainerRoutes) =>
  noteableTypesWhere(({ livesIn, findNamed }) => livesIn === on && !findNamed).map(
    (type) => noteableDescriptor(type).pathName,
  );

/** What hangs on no thing is only there where there are things. */
const doorsInUse = (): ContainerRoutes[] => [PROJECT, GROUP].filter((door) => numbered(door).length > 0);

const restOf = (door: ContainerRoutes): Route[] =>
  numbered(door).flatMap((name) => [
    ...noteRoutes(door, name),
    ...discussionRoutes(door, name),
    ...awardRoutes(door, name),
  ]);

const pagesOf = (door: ContainerRoutes): ScopedRoute[] =>
  numbered(door).flatMap((name) => [
    ...pageDiscussionRoutes(door, name),
    ...pageDescriptionRoutes(door, name),
    ...pageTaskRoutes(door, name),
    ...pageAwardRoutes(door, name),
    ...pageCommandRoutes(door, name),
  ]);

const restRoutes = (): Route[] => [
  ...restOf(PROJECT),
  ...restOf(GROUP),
  ...discussionRoutes(PROJECT, 'repository/commits'),
  ...commitCommentRoutes,
  markdownRoute,
  ...uploadRestRoutes,
  ...uploadListRoutes,
];

const placeRoutes = (): ScopedRoute[] => [
  ...customEmojiRoutes,
  ...pagesOf(PROJECT),
  ...pagesOf(GROUP),
  ...emojiRoutes,
  ...pageDiscussionRoutes(PROJECT, 'commit'),
  ...pageCommandRoutes(PROJECT, 'commit'),
  ...notesBelow(PROJECT, 'repository/commits', 'commit'),
  ...pageNoteRoutes,
  ...numbered(GROUP).flatMap((name) => [...notesBelow(GROUP, name), ...singleNotesBelow(GROUP, name)]),
  ...doorsInUse().flatMap((door) => [previewRoute(door), commandsRoute(door)]),
  savedReplyPreviewRoute,
  ...completionRoutes,
  ...uploadScopedRoutes,
  ...autosaveRoutes,
  ...savedReplyRoutes,
];

/** Read when all slices are there: what can be talked about is registered by those to the right. Made again when that changes. */
const made: { of: string; rest?: Route[]; placeRoutes?: ScopedRoute[] } = { of: '' };

function routes() {
  const of = noteableTypes().join();
  if (made.of !== of) Object.assign(made, { of, rest: undefined, placeRoutes: undefined });
  return made;
}

export const discussionEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithDiscussions,
  pages: [...customEmojiPages, ...savedReplyPages],
  get rest() {
    return (routes().rest ??= restRoutes());
  },
  get placeRoutes() {
    return (routes().placeRoutes ??= placeRoutes());
  },
};
