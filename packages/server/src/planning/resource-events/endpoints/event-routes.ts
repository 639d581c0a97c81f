import { z } from 'zod';
import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import {
  restLabelEvent,
  restMilestoneEvent,
  restStateEvent,
  restWeightEvent,
} from '@tributary/contract/planning/issue-rest.ts';
import { defineRoute, type Route, type SubjectLoader } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { getResourceEvent, resourceEventPage } from '../read-events.ts';
import { toRestResourceEvent } from '../render/to-rest-event.ts';

const KINDS = [
  { kind: 'label', response: restLabelEvent, word: 'labels' },
  { kind: 'milestone', response: restMilestoneEvent, word: 'the milestone' },
  { kind: 'state', response: restStateEvent, word: 'the state' },
] as const;
const WEIGHT = { kind: 'weight', response: restWeightEvent, word: 'the weight' } as const;

export type EventSource<S extends { policy: PolicySubject }> = {
  path: string;
  tag: string;
  noun: string;
  type: string;
  subject: SubjectLoader<S>;
  idOf: (subject: S) => number;
  /** Only issues have one. */
  hasWeight?: boolean;
};

/** When labels, milestone, state and weight of one kind of noteable changed, and who changed them. */
export function resourceEventRoutes<S extends { policy: PolicySubject }>(source: EventSource<S>): Route[] {
  const { path, tag, subject, type, idOf, noun } = source;
  return [...KINDS, ...(source.hasWeight === true ? [WEIGHT] : [])].flatMap(({ kind, response, word }) => {
    const base = `${path}/resource_${kind}_events`;
    const list = defineRoute({
      method: 'GET',
      path: base,
      ability: 'read_notes',
      summary: `List changes to ${word} of ${noun}`,
      tag,
      subject,
      input: z.strictObject(pagingInput),
      response: z.array(response),
      handle: async ({ ctx, input, subject: found }) => {
        const request = { page: input.page, perPage: input.per_page };
        const page = await resourceEventPage(ctx, { type, id: idOf(found), kind }, request);
        return paged(page, (view) => toRestResourceEvent(view, ctx.config.url));
      },
    });
    const show = defineRoute({
      method: 'GET',
      path: `${base}/:event_id`,
      ability: 'read_notes',
      summary: `Get a change to ${word} of ${noun}`,
      tag,
      subject,
      params: z.object({ event_id: idInput }),
      response,
      handle: async ({ ctx, params, subject: found }) =>
        toRestResourceEvent(
          await getResourceEvent(ctx, { type, id: idOf(found), kind }, params.event_id),
          ctx.config.url,
        ),
    });
    return [list, show];
  });
}
