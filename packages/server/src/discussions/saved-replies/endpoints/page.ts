import {
  savedRepliesPath,
  savedRepliesAutosaveScope,
  type SavedRepliesPageData,
} from '@tributary/contract/discussions/saved-replies.ts';
import { profileContext } from '../../../accounts/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import { preloadAutosaves } from '../../autosave/preload-autosaves.ts';
import { ownSavedReplies, remainingSavedReplies } from '../change-saved-replies.ts';
import { toItem } from './routes.ts';

const PER_PAGE = 50;

export const savedReplyPages: readonly Page[] = [
  definePage<Parameters<Page['load']>[0]['subject'], SavedRepliesPageData>({
    kind: 'saved_replies',
    on: 'instance',
    path: savedRepliesPath.slice(1),
    ability: 'read_own_work',
    nav: 'comment_templates',
    load: async ({ ctx, query }) => {
      const request = { page: pageNumber(query), perPage: PER_PAGE };
      const search = (query.get('search') ?? '').trim();
      const { items, total } = await ownSavedReplies(ctx, request, search);
      return {
        ahead: async (viewer) => preloadAutosaves(viewer, [savedRepliesAutosaveScope]),
        title: 'Comment templates',
        context: profileContext(),
        breadcrumbs: [
          { text: 'Your account', href: '/-/profile' },
          { text: 'Comment templates', href: savedRepliesPath },
        ],
        data: { replies: items.map(toItem), search, ...request, total, room: await remainingSavedReplies(ctx) },
      };
    },
  }),
];
