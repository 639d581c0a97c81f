import { restLabel } from '@tributary/contract/planning/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../faces/http/define-route.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import type { Context } from '../../../platform/context.ts';
import { groupPlace, type Place, projectPlace } from '../../planning-place.ts';
import { followLabel } from '../operations/follow-label.ts';
import { answerLabel } from './answer-label.ts';

const tag = 'Labels';
const byName = z.object({ name: z.string() });

const WORDS = {
  subscribe: 'Hear when a label is put on something; 304 when you do',
  unsubscribe: 'Hear no more of a label; 304 when you do not',
} as const;

type Asked = { label: string; isSubscribed: boolean; reply: { code: (status: number) => unknown } };

async function follow(ctx: Context, place: Place, { label, isSubscribed, reply }: Asked) {
  if (await followLabel(ctx, { place, label, isSubscribed })) return answerLabel(ctx, place, label);
  reply.code(304);
  return undefined;
}

const routesOf = (act: keyof typeof WORDS): Route[] => {
  const isSubscribed = act === 'subscribe';
  return [
    defineRoute({
      method: 'POST',
      path: `/projects/:id/labels/:name/${act}`,
      ability: 'subscribe',
      tag,
      summary: `${WORDS[act]}; a group's label in this project alone`,
      params: byName,
      subject: inProject,
      response: restLabel,
      handle: async ({ ctx, subject, params, reply }) =>
        follow(ctx, await projectPlace(ctx, subject), { label: params.name, isSubscribed, reply }),
    }),
    defineRoute({
      method: 'POST',
      path: `/groups/:id/labels/:name/${act}`,
      ability: 'subscribe',
      tag,
      summary: `${WORDS[act]}; in all that the group holds`,
      params: byName,
      subject: inGroup,
      response: restLabel,
      handle: async ({ ctx, subject, params, reply }) =>
        follow(ctx, await groupPlace(ctx, subject), { label: params.name, isSubscribed, reply }),
    }),
  ];
};

export const labelSubscriptionRoutes: Route[] = [...routesOf('subscribe'), ...routesOf('unsubscribe')];
