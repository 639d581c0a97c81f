import { LEAVE_PATH, type LeaveMailPageData } from '@tributary/contract/notifications/page.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { findLeaver, leaveByLink } from '../unsubscribe/unsubscribe-link.ts';

/** The second is where the first mails to users without an account lead: mails are kept for years. */
const PATHS = [LEAVE_PATH, '/-/email_participants/unsubscribe'];

/** Opening the link changes nothing, as mail programs open links too. It tells whom it is for, and nothing of the thing. */
const pageAt = (path: string) =>
  definePage<{ policy: PolicySubject }, LeaveMailPageData>({
    kind: 'leave_mail',
    on: 'instance',
    path: path.slice(1),
    ability: 'leave_mail',
    load: async ({ ctx, query }) => {
      const token = query.get('token') ?? '';
      return { title: 'Unsubscribe', data: { token, leaver: (await findLeaver(ctx, token)) ?? null } };
    },
  });

const leaveAt = (path: string) =>
  defineRoute({
    method: 'POST',
    path,
    ability: 'leave_mail',
    summary: 'Unsubscribe from an item with the link from an email, without signing in',
    tag: 'Notifications',
    status: 200,
    input: z.strictObject({
      token: z.string().max(200),
      /** As mail programs send it. */
      'List-Unsubscribe': z.string().max(100).optional(),
    }),
    handle: async ({ ctx, input }) => {
      await leaveByLink(ctx, input.token);
      return {};
    },
  });

export const leavePages: readonly Page[] = PATHS.map(pageAt);
export const unsubscribeScopedRoutes: readonly ScopedRoute[] = PATHS.map((path) =>
  defineScopedRoute('instance', leaveAt(path)),
);
