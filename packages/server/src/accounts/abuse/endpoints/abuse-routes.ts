import { z } from 'zod';
import { ABUSE_CATEGORIES, abusePaths, type AdminAbuseReportsPageData } from '@tributary/contract/accounts/abuse.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { adminBreadcrumbs, adminContext, pageNumber, PER_PAGE } from '../../endpoints/contexts.ts';
import { abuseReports, closeAbuseReport, reportAbuse } from '../abuse-reports.ts';

const REPORTS_PER_MINUTE = 20;

const report = defineRoute({
  method: 'POST',
  path: abusePaths.report,
  ability: 'change_account',
  summary: 'Report a user to the administrators',
  tag: 'Abuse reports',
  status: 200,
  rateLimitPerMinute: REPORTS_PER_MINUTE,
  input: z.strictObject({
    user_id: idInput,
    authenticity_token: z.string().optional(),
    abuse_report: z.strictObject({
      category: z.enum(ABUSE_CATEGORIES),
      reported_from_url: z.string().max(4_000).default(''),
    }),
  }),
  handle: async ({ ctx, input }) => {
    const { category, reported_from_url: seenAt } = input.abuse_report;
    await reportAbuse(ctx, { userId: input.user_id, category, seenAt });
    return {};
  },
});

const close = defineRoute({
  method: 'PUT',
  path: `${abusePaths.list}/:id/close`,
  ability: 'administer',
  summary: 'Close an abuse report',
  tag: 'Abuse reports',
  params: z.strictObject({ id: idInput }),
  handle: async ({ ctx, params }) => {
    await closeAbuseReport(ctx, params.id);
    return {};
  },
});

export const abuseRoutes: readonly ScopedRoute[] = [report, close].map((route) => defineScopedRoute('instance', route));

export const abusePage = definePage<{ policy: PolicySubject }, AdminAbuseReportsPageData>({
  kind: 'admin_abuse_reports',
  on: 'instance',
  path: 'admin/abuse_reports',
  ability: 'read_administration',
  nav: 'abuse',
  load: async ({ ctx, query }) => {
    const state = query.get('state') === 'closed' ? 'closed' : 'open';
    const page = pageNumber(query);
    const found = await abuseReports(ctx, { isOpen: state === 'open', page, perPage: PER_PAGE });
    return {
      title: 'Abuse reports',
      context: adminContext(),
      breadcrumbs: adminBreadcrumbs('Abuse reports', abusePaths.list),
      data: { ...found, state, page },
    };
  },
});
