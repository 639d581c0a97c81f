import type { Extensions } from '../../platform/extensions.ts';
import { defineCompletionSource, rankMatches } from '../../discussions/index.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf } from '../../projects/index.ts';
import { listMergeRequests } from '../reads/list-merge-requests.ts';

const CANDIDATES = 50;
const NEWEST = { by: 'updated_at', direction: 'desc' } as const;

export const listingCompletionSource: Extensions = [
  /** Open ones before those that are done, by title or by number. */
  defineCompletionSource({
    name: 'merge_requests',
    find: async (ctx, { access, query, limit }) => {
      if (!isAllowed(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'))) return [];
      type Filter = Parameters<typeof listMergeRequests>[1];
      const find = async (filter: Filter) => {
        const page = { page: 1, perPage: CANDIDATES, order: NEWEST };
        return (await listMergeRequests(ctx, { projectId: access.project.id, ...filter }, page)).items;
      };
      const byTitle = query === '' ? {} : { search: { text: query, inTitle: true, inDescription: false } };
      const [byNumber, open, done] = await Promise.all([
        /^\d{1,15}$/.test(query) ? find({ iids: [Number(query)] }) : [],
        find({ states: ['opened', 'locked'], ...byTitle }),
        query === '' ? [] : find({ states: ['merged', 'closed'], ...byTitle }),
      ]);
      const ranked = [open, done].flatMap((views) => rankMatches(views, query, ({ row }) => [row.title], limit));
      const found = [...byNumber, ...ranked.filter(({ row }) => row.id !== byNumber[0]?.row.id)];
      return found.slice(0, limit).map(({ row }) => {
        const value = `!${row.iid}`;
        return { value, text: row.title, detail: value, color: null };
      });
    },
  }),
];
