import { boolInput } from '@tributary/contract/core/inputs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inRepository } from '../../../projects/index.ts';
import { coverageBadge, pipelineBadge, releaseBadge } from '../reads/badges.ts';
import { renderBadge } from '../render/render-badge.ts';

const tag = 'Pipelines';
const params = z.object({ path: z.string().min(1).max(1_024) });
const text = z.string().max(100).optional();
const input = z.object({ key_text: text, job: z.string().max(255).optional(), ignore_skipped: boolInput.optional() });

/** Other sites show it: never longer than it is true. */
function sendImage(reply: FastifyReply, image: string): string {
  reply.header('content-type', 'image/svg+xml; charset=utf-8').header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  reply.header('cache-control', 'private, no-store');
  return image;
}

const pipeline = defineRoute({
  method: 'GET',
  path: '/badges/*path/pipeline.svg',
  ability: 'read_pipeline',
  summary: 'Get the badge of the newest pipeline of a branch or tag',
  tag,
  params,
  input,
  subject: inRepository,
  handle: async ({
    ctx,
    subject,
    params: { path: ref },
    input: { key_text: label, ignore_skipped: isIgnored },
    reply,
  }) => {
    const badge = await pipelineBadge(ctx, subject, ref, { label, ignoresSkipped: isIgnored === true });
    return sendImage(reply, renderBadge(badge));
  },
});

const coverage = defineRoute({
  method: 'GET',
  path: '/badges/*path/coverage.svg',
  ability: 'read_pipeline',
  summary: 'Get the badge of the test coverage of a branch or tag',
  tag,
  params,
  input,
  subject: inRepository,
  handle: async ({ ctx, subject, params: { path: ref }, input: { key_text: label, job }, reply }) =>
    sendImage(reply, renderBadge(await coverageBadge(ctx, subject, ref, { label, job }))),
});

const release = defineRoute({
  method: 'GET',
  path: '/badges/release.svg',
  ability: 'read_releases',
  summary: 'Get the badge of the latest release of a project',
  tag,
  input: z.object({ key_text: text, order_by: z.enum(['created_at', 'released_at']).optional() }),
  subject: inRepository,
  handle: async ({ ctx, subject, input: { key_text: label, order_by: by }, reply }) =>
    sendImage(reply, renderBadge(await releaseBadge(ctx, subject, { label, by: by ?? 'released_at' }))),
});

export const badgeRoutes: readonly ScopedRoute[] = [pipeline, coverage, release].map((route) =>
  defineScopedRoute('project', route),
);
