import { z } from 'zod';
import { boolInput, idInput, intInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inRepository } from '../../projects/index.ts';
import { loadCommitDiffPart, loadCommitRefs, streamCommit } from '../reads/commit-page.ts';
import type { VisibleSize } from '../rules/fold-files.ts';
import { loadCompareDiffPart, parseRange } from '../reads/compare-page.ts';

const tag = 'Repository pages';
const shaParams = z.object({ sha: z.string() });
const offset = intInput.refine((value) => value >= 0);
const partInput = {
  offset,
  /** Just this one, however long its changes are. */
  whole: boolInput.default(false),
  /** Files, lines and bytes that the parts before have shown, as the address of this one has them. */
  shown: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/)
    .default('0.0.0')
    .transform((text): VisibleSize => {
      const [files = 0, lines = 0, bytes = 0] = text.split('.').map(Number);
      return { files, lines, bytes };
    }),
};

const commitRefs = defineRoute({
  method: 'GET',
  path: '/commit/:sha/refs',
  ability: 'read_code',
  summary: 'List the branches and tags that contain a commit',
  tag,
  params: shaParams,
  subject: inRepository,
  handle: ({ ctx, subject, params }) => loadCommitRefs(ctx, subject, params.sha),
});

const commitFiles = defineRoute({
  method: 'GET',
  path: '/commit/:sha/diff_files',
  ability: 'read_code',
  summary: 'List the changed files of a commit, starting at one',
  tag,
  params: shaParams,
  input: z.object(partInput),
  subject: inRepository,
  handle: ({ ctx, subject, params, input }) => loadCommitDiffPart(ctx, subject, params.sha, input),
});

const downloads = (['diff', 'patch'] as const).map((format) =>
  defineRoute({
    method: 'GET',
    path: `/commit/:sha.${format}`,
    ability: 'read_code',
    summary: `Get a commit as a ${format}`,
    tag,
    params: shaParams,
    subject: inRepository,
    rateLimitPerMinute: 120,
    handle: async ({ ctx, subject, params, reply }) => {
      const body = await streamCommit(ctx, subject, params.sha, format);
      reply.header('content-type', 'text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
      return body;
    },
  }),
);

const compareFiles = defineRoute({
  method: 'GET',
  path: '/compare/diff_files',
  ability: 'read_code',
  summary: 'List the changed files of a comparison, starting at one',
  tag,
  input: z.object({
    range: z.string(),
    ...partInput,
    from_project_id: idInput.optional(),
    straight: boolInput.default(false),
  }),
  subject: inRepository,
  handle: ({ ctx, subject, input }) => {
    const range = parseRange(input.range);
    if (!range) throw new AppError('bad_parameter', { name: 'range' });
    const request = { ...range, fromProjectId: input.from_project_id, straight: input.straight };
    return loadCompareDiffPart(ctx, subject, request, input);
  },
});

export const diffRoutes: readonly ScopedRoute[] = [commitRefs, commitFiles, ...downloads, compareFiles].map((route) =>
  defineScopedRoute('project', route),
);
