import { z } from 'zod';
import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { restAwardEmoji } from '@tributary/contract/discussions/rest.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { type ContainerRoutes, inNoteable, type NoteableSubject } from '../../endpoints/subjects.ts';
import { awardById, type AwardSubject, awardsOn, changeAward, removeAwardById } from '../award-operations.ts';
import { awardUrl, type AwardView, viewAwards } from '../award-views.ts';

const AWARDS_PER_MINUTE = 120;

function toRest(award: AwardView, ctx: Context) {
  const { row, user } = award;
  return {
    id: row.id,
    name: row.name,
    user: renderUserBasic(user, ctx),
    created_at: row.created_at.toISOString(),
    updated_at: row.created_at.toISOString(),
    awardable_id: row.note_id ?? row.noteable_id,
    awardable_type: row.note_id === null ? row.noteable_type : 'Note',
    url: awardUrl(ctx, award),
  };
}

async function one(ctx: Context, row: AwardView['row']) {
  const [view] = await viewAwards(ctx, [row]);
  return view && toRest(view, ctx);
}

type Address = {
  base: string;
  params: z.ZodObject<z.ZodRawShape>;
  subject: (found: NoteableSubject, params: Record<string, unknown>) => AwardSubject;
};

/** Rows for reactions to one kind of thing and to its notes. */
export function awardRoutes(door: ContainerRoutes, pathName: string): Route[] {
  const base = `${door.rest}/${pathName}/:noteable_id`;
  return [
    ...routesAt(door, pathName, {
      base: `${base}/award_emoji`,
      params: z.object({}),
      subject: ({ noteable }) => ({ noteable, noteId: null }),
    }),
    ...routesAt(door, pathName, {
      base: `${base}/notes/:note_id/award_emoji`,
      params: z.object({ note_id: idInput }),
      subject: ({ noteable }, params) => ({ noteable, noteId: Number(params['note_id']) }),
    }),
  ];
}

function routesAt(door: ContainerRoutes, pathName: string, at: Address): Route[] {
  const subject = inNoteable(door, pathName);
  const single = at.params.extend({ award_id: idInput });
  return [
    defineRoute({
      method: 'GET',
      path: at.base,
      ability: 'read_notes',
      summary: 'List reactions',
      tag: 'Reactions',
      subject,
      params: at.params,
      input: z.strictObject(pagingInput),
      response: z.array(restAwardEmoji),
      handle: async ({ ctx, params, input, subject: found }) => {
        const views = await viewAwards(ctx, await awardsOn(ctx, at.subject(found, params)));
        const first = (input.page - 1) * input.per_page;
        const request = { page: input.page, perPage: input.per_page };
        return paged(pageOf(views.slice(first, first + input.per_page), request, views.length), (view) =>
          toRest(view, ctx),
        );
      },
    }),
    defineRoute({
      method: 'POST',
      path: at.base,
      ability: 'award_emoji',
      summary: 'Add a reaction',
      tag: 'Reactions',
      subject,
      params: at.params,
      rateLimitPerMinute: AWARDS_PER_MINUTE,
      input: z.strictObject({ name: z.string().max(100) }),
      response: restAwardEmoji,
      handle: async ({ ctx, params, input, subject: found }) => {
        const { award } = await changeAward(ctx, { ...at.subject(found, params), name: input.name, act: 'add' });
        return one(ctx, award);
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${at.base}/:award_id`,
      ability: 'read_notes',
      summary: 'Get a reaction',
      tag: 'Reactions',
      subject,
      params: single,
      response: restAwardEmoji,
      handle: async ({ ctx, params, subject: found }) =>
        one(ctx, await awardById(ctx, at.subject(found, params), Number(params['award_id']))),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${at.base}/:award_id`,
      ability: 'award_emoji',
      summary: 'Remove a reaction',
      tag: 'Reactions',
      subject,
      params: single,
      handle: async ({ ctx, params, subject: found }) => {
        await removeAwardById(ctx, at.subject(found, params), Number(params['award_id']));
      },
    }),
  ];
}
