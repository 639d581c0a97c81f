import './event-notes.ts';
import './search-scope.ts';
import type { Route } from '../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../faces/pages/define-page.ts';
import type { SliceFaces } from '../../faces/slice.ts';
import { awardNoteRoutes, pageAwardRoutes } from '../awards/faces/page-awards.ts';
import { awardRoutes } from '../awards/faces/rest-awards.ts';
import { commitNoteRoutes } from '../commits/faces/page-notes.ts';
import { commitCommentRoutes } from '../commits/faces/rest-comments.ts';
import '../custom-emoji/resolve-emoji.ts';
import { customEmojiPages } from '../custom-emoji/faces/page.ts';
import { customEmojiRoutes } from '../custom-emoji/faces/routes.ts';
import { noteableDescriptor, noteableTypesWhere } from '../noteable.ts';
import { savedReplyPages } from '../saved-replies/faces/page.ts';
import { savedReplyRoutes } from '../saved-replies/faces/routes.ts';
import { completionRoutes } from './completion-sources.ts';
import { pageCommandRoutes } from './page-commands.ts';
import { pageDescriptionRoutes } from './page-descriptions.ts';
import { pageDiscussionRoutes } from './page-discussions.ts';
import { pageNoteRoutes } from './page-notes.ts';
import { discussionRoutes } from './rest-discussions.ts';
import { noteRoutes } from './rest-notes.ts';
import { uploadListRoutes } from './rest-uploads.ts';
import { markdownRoute, previewRoutes } from './texts.ts';
import { noteTaskRoute, pageTaskRoutes } from './page-tasks.ts';
import { unfinishedTextRoutes } from './unfinished-texts.ts';
import { uploadPlaceRoutes, uploadRestRoutes } from './uploads.ts';

/** Address names of the things that have a number in their project, which their descriptors say. */
const numbered = () =>
  noteableTypesWhere((descriptor) => !descriptor.findNamed).map((type) => noteableDescriptor(type).pathName);

const restRoutes = (): Route[] => [
  ...numbered().flatMap((name) => [...noteRoutes(name), ...discussionRoutes(name), ...awardRoutes(name)]),
  ...discussionRoutes('repository/commits'),
  ...commitCommentRoutes,
  markdownRoute,
  ...uploadRestRoutes,
  ...uploadListRoutes,
];

const placeRoutes = (): PlaceRoute[] => [
  ...customEmojiRoutes,
  ...numbered().flatMap((name) => [
    ...pageDiscussionRoutes(name),
    ...pageDescriptionRoutes(name),
    ...pageTaskRoutes(name),
    ...pageAwardRoutes(name),
    ...pageCommandRoutes(name),
  ]),
  ...awardNoteRoutes,
  ...pageDiscussionRoutes('commit'),
  ...pageCommandRoutes('commit'),
  ...commitNoteRoutes,
  ...pageNoteRoutes,
  definePlaceRoute('project', noteTaskRoute),
  ...previewRoutes,
  ...completionRoutes,
  ...uploadPlaceRoutes,
  ...unfinishedTextRoutes,
  ...savedReplyRoutes,
];

/** Read when all slices are there: what can be talked about is registered by those to the right. */
const made: { rest?: Route[]; placeRoutes?: PlaceRoute[] } = {};

export const discussionFaces: SliceFaces = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithDiscussions,
  pages: [...customEmojiPages, ...savedReplyPages],
  get rest() {
    return (made.rest ??= restRoutes());
  },
  get placeRoutes() {
    return (made.placeRoutes ??= placeRoutes());
  },
};
