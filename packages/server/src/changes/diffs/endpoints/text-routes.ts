import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { onMergeRequestPage } from '../../../merge-requests/index.ts';
import { findRange } from '../diff-range.ts';
import { contextLinesOf } from '../reads/context-lines.ts';
import { expansionInput, ofFile, rangeInput, rangeOf } from './range-input.ts';
import { sendText } from './send-text.ts';

const tag = 'Changes';
/** Each may be made by git for this reader alone. */
const TEXTS_PER_MINUTE = 120;
const subject = onMergeRequestPage;

const contextLines = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/context_lines',
  ability: 'read_merge_request',
  summary: 'Get unchanged lines around a hunk',
  tag,
  subject,
  input: expansionInput.extend(ofFile),
  handle: async ({ ctx, input, subject: { row } }) => contextLinesOf(ctx, row, input),
});

function download(name: 'diff' | 'patch'): Route {
  return defineRoute({
    method: 'GET',
    path: `/merge_requests/:iid.${name}`,
    ability: 'read_merge_request',
    summary: name === 'diff' ? 'Download the changes as a plain diff' : 'Download the commits as email patches',
    tag,
    subject,
    input: rangeInput,
    rateLimitPerMinute: TEXTS_PER_MINUTE,
    handle: async ({ ctx, input, subject: found, reply, headers }) => {
      const range = await findRange(ctx, found.row, rangeOf(input));
      if (!range) throw new AppError('version_not_ready');
      return sendText({ ctx, reply, headers }, range, name, `${found.row.iid}.${name}`);
    },
  });
}

/** Lines around hunks, and the whole comparison as text. */
export const textRoutes: readonly Route[] = [contextLines, download('diff'), download('patch')];
