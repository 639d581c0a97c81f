import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listEventsInput, restEvent } from '@tributary/contract/projects/events.ts';
import { z } from 'zod';
import { findUser, findUserByUsername, hidesProfile } from '../../../accounts/index.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { PagedAnswer } from '../../../endpoints/rest/pagination.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { inProject } from '../../access/subjects.ts';
import { notesOfEvents } from '../event-notes.ts';
import { listActivity } from '../reads/activity.ts';
import { toRestEvent } from '../render/to-rest-event.ts';

type Input = z.output<typeof listEventsInput>;

/** What is asked for in one word, and how entries say it. */
const ACTIONS: Record<string, string[]> = {
  created: ['created', 'opened'],
  merged: ['accepted'],
  commented: ['commented on'],
  pushed: ['pushed to', 'pushed new'],
  destroyed: ['deleted'],
};

async function answer(ctx: Context, input: Input, of: { authorId?: number; projectIds?: number[]; feedOf?: number }) {
  const query = {
    ...of,
    ...(input.action !== undefined && { actions: ACTIONS[input.action] ?? [input.action] }),
    ...(input.target_type !== undefined && { targetType: input.target_type }),
    ...(input.after !== undefined && { after: new Date(`${input.after}T23:59:59.999Z`) }),
    ...(input.before !== undefined && { before: new Date(`${input.before}T00:00:00Z`) }),
    ascending: input.sort === 'asc',
  };
  const skip = (input.page - 1) * input.per_page;
  // One more than shown tells whether there is a next page.
  const found = await listActivity(ctx, query, { skip, limit: input.per_page + 1 });
  const shown = found.slice(0, input.per_page);
  const notes = await notesOfEvents(
    ctx,
    shown.map(({ event }) => event),
  );
  const items = shown.map((view) => toRestEvent(ctx.config.url, view, notes));
  const hasNext = found.length > input.per_page;
  return new PagedAnswer({ items, page: input.page, perPage: input.per_page, total: undefined, hasNext });
}

const tag = 'Events';
const response = z.array(restEvent);

export const eventRoutes = [
  defineRoute({
    method: 'GET',
    path: '/events',
    ability: 'use_account',
    summary: 'List your activity. With scope=all, includes activity in your projects',
    tag,
    input: listEventsInput,
    response,
    handle: async ({ ctx, input }) => {
      const id = actorId(ctx.actor);
      if (id === undefined) throw new AppError('unauthenticated');
      return answer(ctx, input, input.scope === 'all' ? { feedOf: id } : { authorId: id });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/events',
    ability: 'browse',
    summary: 'List the activity of a user that you can see',
    tag,
    params: z.object({ user_id: z.string() }),
    input: listEventsInput,
    response,
    handle: async ({ ctx, params, input }) => {
      const name = params.user_id;
      const user = /^\d{1,15}$/.test(name) ? await findUser(ctx, Number(name)) : await findUserByUsername(ctx, name);
      if (!user) throw new AppError('not_found', { resource: 'User' });
      if (await hidesProfile(ctx, user.id)) return answer(ctx, input, { projectIds: [] });
      return answer(ctx, input, { authorId: user.id });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/events',
    ability: 'read_project',
    summary: 'List the activity of a project',
    tag,
    input: listEventsInput,
    subject: inProject,
    response,
    handle: ({ ctx, subject, input }) => answer(ctx, input, { projectIds: [subject.project.id] }),
  }),
];
