import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { boolInput, idInput, intInput } from '@tributary/contract/core/inputs.ts';
import { commitIdInput, positionInput, replyToInput } from '@tributary/contract/discussions/inputs.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { NOTE_REFUSED, POLL_REFUSED, withFormFailures } from '../../endpoints/pages/form-failures.ts';
import type { Context } from '../../platform/context.ts';
import { getNoteable, type Noteable, noteableNamed } from '../noteable.ts';
import { positionOfNote } from '../operations/position-of-note.ts';
import { writeNote } from '../operations/write-note.ts';
import { discussionById, noteById } from '../reads/discussion-page.ts';
import { notesSince } from '../reads/notes-since.ts';
import { toPageDiscussion, toPageNote } from '../render/to-page.ts';
import { parseFetchedAt } from '../rules/cursor.ts';
import { pageCommands, withOutcome } from './answer-commands.ts';
import { countsAsNewNote, headerText } from './note-input.ts';
import { singleNoteRoutes } from './page-single-notes.ts';
import { sentForm } from './sent-form.ts';
import { inTarget, NOTE_OF_PROJECT, PROJECT } from './subjects.ts';

const POLL_INTERVAL_MS = 6_000;

/** Numbers of things that are not rows of ours go further than those of rows. */
const targetId = intInput.refine((value) => value > 0);

export const createNoteBody = z.strictObject({
  target_type: z.string().optional(),
  target_id: targetId.optional(),
  note: z.strictObject({
    note: z.string(),
    noteable_type: z.string().optional(),
    noteable_id: targetId.optional(),
    type: z.enum(['DiscussionNote', 'DiffNote', 'LegacyDiffNote', '']).nullish(),
    position: positionInput.nullish(),
    internal: boolInput.optional(),
    line_code: z.string().nullish(),
    commit_id: commitIdInput,
  }),
  in_reply_to_discussion_id: replyToInput,
  resolve_discussion: boolInput.optional(),
  return_discussion: boolInput.optional(),
  merge_request_diff_head_sha: z.string().nullish(),
  note_project_id: z.union([idInput, z.literal('')]).nullish(),
  view: z.string().optional(),
  line_type: z.string().nullish(),
});

type Headers = Record<string, string | string[] | undefined>;

/** Stores what a form of a page sent, and answers as that form asked for it. */
export async function noteFromPage(
  ctx: Context,
  noteable: Noteable,
  input: z.output<typeof createNoteBody>,
  headers: Headers,
  reply: FastifyReply,
): Promise<object> {
  const { position: given, line_code: lineCode, commit_id: commitId, type } = input.note;
  const isOnDiff = given || type === 'DiffNote' || type === 'LegacyDiffNote';
  const isReply = Boolean(input.in_reply_to_discussion_id);
  if (isOnDiff && !isReply && !given && !lineCode) fail('missing_parameter', { names: 'position, line_code' });
  const position =
    isOnDiff && !isReply ? await positionOfNote(ctx, noteable, { position: given, lineCode, commitId }) : undefined;
  const { made, outcome } = await writeNote(ctx, {
    noteable,
    body: input.note.note,
    kind: type ? 'thread' : 'comment',
    ...(position && { position }),
    ...(type === 'LegacyDiffNote' && { isLegacy: true }),
    commitId,
    ...(input.note.internal !== undefined && { isInternal: input.note.internal }),
    ...(input.in_reply_to_discussion_id && { replyTo: input.in_reply_to_discussion_id }),
    ...(input.resolve_discussion !== undefined && { resolve: input.resolve_discussion }),
    ...(input.merge_request_diff_head_sha && { seenHeadSha: input.merge_request_diff_head_sha }),
    ...sentForm(headers, input),
  });
  if (!made) {
    if (outcome?.messages.length === 0) reply.code(422);
    const told = { valid: outcome?.errors.length === 0, ...pageCommands(outcome, true) };
    const settledId = input.resolve_discussion === undefined ? undefined : input.in_reply_to_discussion_id;
    if (!settledId || !input.return_discussion) return told;
    return { ...told, discussion: toPageDiscussion(await discussionById(ctx, noteable, settledId)) };
  }
  const { note, discussion } = made;
  const answer = { valid: true, ...pageCommands(outcome, false) };
  const came = { outcome, resolve: input.resolve_discussion };
  if (input.return_discussion) {
    const thread = toPageDiscussion(await discussionById(ctx, noteable, discussion.id));
    const notes = thread.notes.map((each) => (each.id === String(note.id) ? withOutcome(each, came) : each));
    return { ...answer, discussion: { ...thread, notes } };
  }
  return { ...withOutcome(toPageNote(await noteById(ctx, noteable, note.id)), came), ...answer };
}

const create = defineRoute({
  method: 'POST',
  path: '/notes',
  // The thing itself decides, once it is known which one is meant.
  ability: 'read_project',
  summary: 'Create a comment',
  tag: 'Notes',
  subject: PROJECT.place,
  status: 200,
  ...countsAsNewNote,
  input: createNoteBody,
  handle: async ({ ctx, input, subject: place, headers, reply }) => {
    const type = input.target_type ?? input.note.noteable_type ?? '';
    const id = input.target_id ?? input.note.noteable_id ?? fail('missing_parameter', { names: 'target_id' });
    const noteable = await getNoteable(ctx, place, noteableNamed(type, place).type, { id });
    return noteFromPage(ctx, noteable, input, headers, reply);
  },
});

/** What changed since the last poll of a page. */
export async function notesForPage(
  ctx: Context,
  noteable: Noteable,
  headers: Headers,
  reply: FastifyReply,
): Promise<object> {
  reply.header('poll-interval', String(POLL_INTERVAL_MS));
  const since = parseFetchedAt(headerText(headers, 'x-last-fetched-at')) ?? fail('fetched_at_missing');
  const answer = await notesSince(ctx, noteable, since);
  return {
    notes: answer.views.map((view) => toPageNote(view)),
    last_fetched_at: answer.lastFetchedAt,
    ...(answer.hasMore && { more: true }),
  };
}

const poll = defineRoute({
  method: 'GET',
  path: '/noteable/:target_type/:target_id/notes',
  ability: 'read_notes',
  summary: 'List notes changed since the last request',
  tag: 'Notes',
  subject: inTarget,
  handle: ({ ctx, subject: { noteable }, headers, reply }) => notesForPage(ctx, noteable, headers, reply),
});

/** Notes of projects, whatever they are about. */
export const pageNoteRoutes: readonly ScopedRoute[] = [
  withFormFailures(create, NOTE_REFUSED),
  withFormFailures(poll, POLL_REFUSED),
  ...singleNoteRoutes(NOTE_OF_PROJECT),
].map((route) => defineScopedRoute('project', route));
