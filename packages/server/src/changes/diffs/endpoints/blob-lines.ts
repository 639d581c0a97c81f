import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inRepository } from '../../../projects/index.ts';
import { linesOfBlob } from '../reads/context-lines.ts';
import { expansionInput, ofFile } from './range-input.ts';

const lines = defineRoute({
  method: 'GET',
  path: '/blob/:sha/*path/diff',
  ability: 'read_code',
  summary: 'Get unchanged lines of a file around a hunk',
  tag: 'Changes',
  params: z.object(ofFile),
  input: expansionInput,
  subject: inRepository,
  handle: ({ ctx, params, input, subject }) => linesOfBlob(ctx, subject, { ...input, ...params }),
});

const ASKS_FOR_LINES = ['since', 'to', 'full', 'unfold', 'bottom'];

/** A file may be named `diff`: without a word about lines the address is the page of that file. */
export const blobLinesRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', lines, (query) => ASKS_FOR_LINES.some((name) => query.has(name))),
];
