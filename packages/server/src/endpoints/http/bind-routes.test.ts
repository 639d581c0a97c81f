import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type Context, transact } from '../../platform/context.ts';
import { runRoute } from './bind-routes.ts';
import { defineRoute } from './define-route.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lost = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
const commit = (ctx: Context) => transact(ctx, (inner) => inner.db.selectFrom('users').select('id').execute());

async function failureOf(work: (ctx: Context) => Promise<unknown>): Promise<unknown> {
  const route = defineRoute({
    method: 'POST',
    path: '/example',
    ability: 'read_merge_request',
    summary: 'Run an example',
    tag: 'Merge requests',
    handle: ({ ctx }) => work(ctx),
  });
  const request = { headers: {} };
  return runRoute(route, app.system, {}, request as FastifyRequest, {} as FastifyReply).catch(
    (error: unknown) => error,
  );
}

test('a database that is lost after something was saved does not say that nothing was changed', async () => {
  const afterwards = await failureOf(async (ctx) => {
    await commit(ctx);
    await lost();
  });
  expect(afterwards).toMatchObject({ code: 'outcome_unknown' });
  // What a transaction did not get to the end of is not saved.
  const inside = await failureOf((ctx) => transact(ctx, async (inner) => commit(inner).then(lost)));
  expect(inside).toMatchObject({ code: 'database_unavailable' });
  const other = await failureOf(async (ctx) => {
    await commit(ctx);
    throw new AppError('conflict');
  });
  expect(other).toMatchObject({ code: 'conflict' });
});
