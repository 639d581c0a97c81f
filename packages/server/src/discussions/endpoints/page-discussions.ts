import { z } from 'zod';
import { boolInput, idInput, intInput } from '@tributary/contract/core/inputs.ts';
import { discussionIdInput } from '@tributary/contract/discussions/inputs.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { SerializedJson } from '../../endpoints/http/serialized-json.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { MOST_BEGINNINGS } from '@tributary/contract/discussions/page.ts';
import { resolveDiscussion } from '../operations/resolve-discussion.ts';
import { persistActivityFilter, savedActivityFilter } from '../reads/activity-filter.ts';
import { type Activity, discussionBatch, discussionById } from '../reads/discussion-page.ts';
import { originalImages } from '../reads/original-images.ts';
import { lineColours } from '../reads/line-colours.ts';
import { toPageDiscussion } from '../render/to-page.ts';
import { decodeCursor, FIRST_DISCUSSION_PAGE, MAX_DISCUSSION_PAGE } from '../rules/cursor.ts';
import type { DiscussionView } from '../reads/note-views.ts';
import { cachedThreads } from './cached-threads.ts';
import { type ContainerRoutes, inNoteable } from './subjects.ts';

const listInput = z.strictObject({
  per_page: intInput
    .transform((value) => Math.min(Math.max(value, 1), MAX_DISCUSSION_PAGE))
    .default(FIRST_DISCUSSION_PAGE),
  cursor: z.string().max(200).optional(),
  /** Instead of a cursor: the batch that this note stands in the middle of; the first one when it is not to be seen. */
  note_id: idInput.optional(),
  notes_filter: z
    .enum(['0', '1', '2'])
    .transform((value): Activity => (value === '1' ? 1 : value === '2' ? 2 : 0))
    .optional(),
  /** The filter is remembered for the user unless this says no. */
  persist_filter: boolInput.default(true),
});

const beginningsInput = z.strictObject({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(discussionIdInput).max(MOST_BEGINNINGS)),
});

const threadWithLines = (view: DiscussionView) => ({
  ...toPageDiscussion(view),
  truncated_diff_lines: view.row.snapshot ?? [],
});

/** Addresses of threads below the page of one kind of thing. */
export function pageDiscussionRoutes(door: ContainerRoutes, pathName: string): ScopedRoute[] {
  const base = `/${pathName}/:noteable_id`;
  const subject = inNoteable(door, pathName);
  const params = z.object({ discussion_id: discussionIdInput });
  const list = defineRoute({
    method: 'GET',
    path: `${base}/discussions.json`,
    ability: 'read_notes',
    summary: 'List threads, oldest first',
    tag: 'Discussions',
    subject,
    input: listInput,
    handle: async ({ ctx, input, subject: { noteable } }) => {
      const asked = input.notes_filter;
      if (asked !== undefined && input.persist_filter) await persistActivityFilter(ctx, noteable.type, asked);
      const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
      const batch = ['page', input.per_page, after, asked, input.note_id];
      return cachedThreads(ctx, noteable, batch, async () => {
        const { views, nextCursor } = await discussionBatch(ctx, noteable, {
          limit: input.per_page,
          activity: asked ?? (await savedActivityFilter(ctx, noteable.type)),
          ...(after !== undefined && { after }),
          ...(input.note_id !== undefined && { aroundNote: input.note_id }),
        });
        const headers: Record<string, string> = nextCursor === null ? {} : { 'x-next-page-cursor': nextCursor };
        return {
          views,
          json: new SerializedJson(
            views.map((view) => toPageDiscussion(view)),
            { headers },
          ),
        };
      });
    },
  });
  const show = defineRoute({
    method: 'GET',
    path: `${base}/discussions/:discussion_id.json`,
    ability: 'read_notes',
    summary: 'Get a thread with its diff lines',
    tag: 'Discussions',
    subject,
    params,
    handle: async ({ ctx, params: { discussion_id: id }, subject: { noteable } }) => {
      return threadWithLines(await discussionById(ctx, noteable, id));
    },
  });
  const colours = defineRoute({
    method: 'GET',
    path: `${base}/line_colours.json`,
    ability: 'read_notes',
    summary: 'Get syntax highlighting for commented lines',
    tag: 'Discussions',
    subject,
    input: beginningsInput,
    handle: ({ ctx, input, subject: { noteable } }) => lineColours(ctx, noteable, input.ids),
  });
  const pictures = defineRoute({
    method: 'GET',
    path: `${base}/begun_pictures.json`,
    ability: 'read_notes',
    summary: 'Get both versions of commented images',
    tag: 'Discussions',
    subject,
    input: beginningsInput,
    handle: ({ ctx, input, subject: { noteable } }) => originalImages(ctx, noteable, input.ids),
  });
  const resolve = (method: 'POST' | 'DELETE') =>
    defineRoute({
      method,
      path: `${base}/discussions/:discussion_id/resolve`,
      ability: 'read_notes',
      summary: method === 'POST' ? 'Resolve a thread' : 'Reopen a thread',
      tag: 'Discussions',
      subject,
      params,
      status: 200,
      handle: async ({ ctx, params: { discussion_id: discussionId }, subject: { noteable } }) => {
        await resolveDiscussion(ctx, { noteable, discussionId, isResolved: method === 'POST' });
        return threadWithLines(await discussionById(ctx, noteable, discussionId));
      },
    });
  return [list, show, colours, pictures, resolve('POST'), resolve('DELETE')].map((route) =>
    defineScopedRoute(door.on, route),
  );
}
