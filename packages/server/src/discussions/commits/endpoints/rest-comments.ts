import { z } from 'zod';
import { intInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { restCommitNote, restWrittenCommitNote } from '@tributary/contract/discussions/rest.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { projectOf } from '../../../projects/index.ts';
import { writeNote } from '../../operations/write-note.ts';
import { noteById, notePage } from '../../reads/discussion-page.ts';
import { commandResults, restCommands } from '../../endpoints/answer-commands.ts';
import { countsAsNewNote, idempotencyKey } from '../../endpoints/note-input.ts';
import { inNoteable, PROJECT } from '../../endpoints/subjects.ts';
import { toRestCommitNote } from '../../render/to-rest.ts';
import { findLineOfCommit } from '../resolve-commit-position.ts';

const path = '/projects/:id/repository/commits/:noteable_id/comments';
const tag = 'Commits';
const subject = inNoteable(PROJECT, 'repository/commits');

const list = defineRoute({
  method: 'GET',
  path,
  ability: 'read_notes',
  summary: 'List comments on a commit',
  tag,
  subject,
  input: z.strictObject(pagingInput),
  response: z.array(restCommitNote),
  handle: async ({ ctx, input, subject: { noteable } }) => {
    const page = await notePage(ctx, noteable, {
      page: input.page,
      perPage: input.per_page,
      activity: 1,
      order: { by: 'created_at', direction: 'asc' },
    });
    return paged(page, (note) => toRestCommitNote(note, ctx.config.url));
  },
});

const create = defineRoute({
  method: 'POST',
  path,
  ability: 'create_note',
  summary: 'Comment on a commit or on one of its changed lines',
  tag,
  subject,
  ...countsAsNewNote,
  input: z.strictObject({
    note: z.string(),
    path: z.string().min(1).max(16_384).optional(),
    line: intInput.refine((value) => value >= 1).optional(),
    line_type: z.enum(['new', 'old']).default('new'),
  }),
  response: restWrittenCommitNote,
  handle: async ({ ctx, input, subject: { noteable }, headers, reply }) => {
    const { line, line_type: side } = input;
    // As clients expect, a line that the commit does not change leaves an ordinary comment.
    const found =
      input.path === undefined || line === undefined
        ? undefined
        : await findLineOfCommit(ctx, projectOf(noteable.place), noteable.headSha ?? '', {
            isPath: (each) => each === input.path,
            isLine: (each) => (side === 'new' ? each.newLine : each.oldLine) === line && each.type !== 'context',
          });
    const { made, outcome } = await writeNote(ctx, {
      noteable,
      body: input.note,
      kind: 'comment',
      ...(found && { position: found.position }),
      ...idempotencyKey(headers),
    });
    if (!made) return restCommands(reply, outcome);
    return {
      ...toRestCommitNote(await noteById(ctx, noteable, made.note.id), ctx.config.url),
      ...(outcome && commandResults(outcome)),
    };
  },
});

export const commitCommentRoutes: readonly Route[] = [list, create];
