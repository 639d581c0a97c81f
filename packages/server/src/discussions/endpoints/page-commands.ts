import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { missedCommandResults, dismissCommandResults } from '../reads/missed-command-results.ts';
import { type ContainerRoutes, inNoteable } from './subjects.ts';

/** What one's own commands came to meanwhile, below the page of one kind of thing. */
export function pageCommandRoutes(door: ContainerRoutes, pathName: string): ScopedRoute[] {
  const path = `/${pathName}/:noteable_id/command_results`;
  const subject = inNoteable(door, pathName);
  const get = defineRoute({
    method: 'GET',
    path,
    ability: 'read_notes',
    summary: 'Get the results of your quick actions',
    tag: 'Notes',
    subject,
    handle: ({ ctx, subject: { noteable } }) => missedCommandResults(ctx, noteable),
  });
  const remove = defineRoute({
    method: 'DELETE',
    path,
    ability: 'read_notes',
    summary: 'Dismiss the results of your quick actions',
    tag: 'Notes',
    subject,
    status: 200,
    input: z.strictObject({
      until: z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    }),
    handle: async ({ ctx, input: { until }, subject: { noteable } }) => {
      await dismissCommandResults(ctx, noteable, until);
      return {};
    },
  });
  return [defineScopedRoute(door.on, get), defineScopedRoute(door.on, remove)];
}
