import { restLabel } from '@tributary/contract/planning/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import type { Context } from '../../../platform/context.ts';
import { groupContainer, type ContainerWithAncestors, projectContainer } from '../../planning-container.ts';
import { setLabelSubscribed } from '../operations/set-label-subscribed.ts';
import { answerLabel } from './answer-label.ts';

const tag = 'Labels';
const byName = z.object({ name: z.string() });

const WORDS = {
  subscribe: 'Subscribe to a label',
  unsubscribe: 'Unsubscribe from a label',
} as const;

type Asked = { label: string; isSubscribed: boolean; reply: { code: (status: number) => unknown } };

async function follow(ctx: Context, place: ContainerWithAncestors, { label, isSubscribed, reply }: Asked) {
  if (await setLabelSubscribed(ctx, { place, label, isSubscribed })) return answerLabel(ctx, place, label);
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
      summary: `${WORDS[act]} in a project. Returns 304 if nothing changes`,
      params: byName,
      subject: inProject,
      response: restLabel,
      handle: async ({ ctx, subject, params, reply }) =>
        follow(ctx, await projectContainer(ctx, subject), { label: params.name, isSubscribed, reply }),
    }),
    defineRoute({
      method: 'POST',
      path: `/groups/:id/labels/:name/${act}`,
      ability: 'subscribe',
      tag,
      summary: `${WORDS[act]} in a group. Returns 304 if nothing changes`,
      params: byName,
      subject: inGroup,
      response: restLabel,
      handle: async ({ ctx, subject, params, reply }) =>
        follow(ctx, await groupContainer(ctx, subject), { label: params.name, isSubscribed, reply }),
    }),
  ];
};

export const labelSubscriptionRoutes: Route[] = [...routesOf('subscribe'), ...routesOf('unsubscribe')];
