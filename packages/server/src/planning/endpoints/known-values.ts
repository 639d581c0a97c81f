import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { knownLabelNames } from '../labels/reads/known-label-names.ts';
import { knownMilestoneTitles } from '../milestones/reads/known-milestone-titles.ts';

const PER_MINUTE = 300;
const MOST = 20;

const asked = z.strictObject({ search: z.string().trim().max(100).default('') });

/** What the lists of one user can be narrowed by, which belong to no place that could be asked. */
const labels = defineRoute({
  method: 'GET',
  path: 'dashboard/labels.json',
  ability: 'search',
  tag: 'Labels',
  summary: 'List names of labels in all projects and groups you can see',
  rateLimitPerMinute: PER_MINUTE,
  input: asked,
  response: z.array(z.strictObject({ name: z.string() })),
  handle: async ({ ctx, input }) => (await knownLabelNames(ctx, input.search, MOST)).map((name) => ({ name })),
});

const milestones = defineRoute({
  method: 'GET',
  path: 'dashboard/milestones.json',
  ability: 'search',
  tag: 'Milestones',
  summary: 'List titles of milestones in all projects and groups you can see',
  rateLimitPerMinute: PER_MINUTE,
  input: asked,
  response: z.array(z.strictObject({ title: z.string() })),
  handle: async ({ ctx, input }) => (await knownMilestoneTitles(ctx, input.search, MOST)).map((title) => ({ title })),
});

export const knownValueRoutes: readonly ScopedRoute[] = [labels, milestones].map((route) =>
  defineScopedRoute('instance', route),
);
