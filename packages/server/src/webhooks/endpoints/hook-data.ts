import type { HookCard, HookPageData } from '@tributary/contract/projects/page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import type { Context } from '../../platform/context.ts';
import { toPaging } from '../../projects/index.ts';
import { listDeliveries } from '../reads/hook-views.ts';
import { toDeliveryCard } from '../render/to-page-hook.ts';

const DELIVERIES_PER_PAGE = 20;
export const MAX_HOOKS = 100;
export const TESTS_PER_MINUTE = 5;

/** 0, which nothing has, for what is no number. */
export function idOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

type Parts = Pick<HookPageData, 'scope' | 'api' | 'events'> & {
  tests: HookPageData['testTriggers'];
  query: URLSearchParams;
};

/** The page of one webhook, of a project or of the instance. */
export async function hookData(ctx: Context, card: HookCard, { tests, query, ...parts }: Parts): Promise<HookPageData> {
  const page = await listDeliveries(ctx, card.id, { page: pageNumber(query), perPage: DELIVERIES_PER_PAGE });
  return {
    ...parts,
    hook: card,
    deliveries: page.items.map(toDeliveryCard),
    paging: toPaging(page),
    testTriggers: tests,
    paths: { test: `${card.href}/test`, deliveries: `${card.href}/deliveries` },
  };
}
