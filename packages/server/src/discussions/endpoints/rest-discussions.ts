import { z } from 'zod';
import { ignored } from '@tributary/contract/core/ignored.ts';
import { boolInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { commitIdInput, discussionIdInput, positionInput } from '@tributary/contract/discussions/inputs.ts';
import {
  restDiscussion,
  restNote,
  restStartedDiscussion,
  restWrittenNote,
} from '@tributary/contract/discussions/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { SerializedJson } from '../../endpoints/http/serialized-json.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { writeNote } from '../operations/write-note.ts';
import { resolveDiscussion } from '../operations/resolve-discussion.ts';
import { discussionById, discussionPage, noteById } from '../reads/discussion-page.ts';
import { toRestDiscussion, toRestNote } from '../render/to-rest.ts';
import { commandResults, restCommands } from './answer-commands.ts';
import { countsAsNewNote, idempotencyKey, sentAt } from './note-input.ts';
import { threadNoteRoutes } from './rest-thread-notes.ts';
import { cachedThreads } from './cached-threads.ts';
import { type ContainerRoutes, inNoteable } from './subjects.ts';

const threadParams = z.object({ discussion_id: discussionIdInput });

/** Rows for threads below one kind of thing. */
export function discussionRoutes(door: ContainerRoutes, pathName: string): Route[] {
  const base = `${door.rest}/${pathName}/:noteable_id/discussions`;
  const subject = inNoteable(door, pathName);
  return [
    defineRoute({
      method: 'GET',
      path: base,
      ability: 'read_notes',
      summary: 'List discussions',
      tag: 'Discussions',
      subject,
      input: z.strictObject(pagingInput),
      response: z.array(restDiscussion),
      handle: async ({ ctx, input, subject: { noteable } }) => {
        const request = { page: input.page, perPage: input.per_page };
        return cachedThreads(ctx, noteable, ['rest', request], async () => {
          const page = await discussionPage(ctx, noteable, request);
          const items = page.items.map((view) => toRestDiscussion(view, ctx.config.url));
          return { views: page.items, json: new SerializedJson(items, { page }) };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      path: base,
      ability: 'create_note',
      summary: 'Start a thread',
      tag: 'Discussions',
      subject,
      ...countsAsNewNote,
      input: z.strictObject({
        body: z.string(),
        position: positionInput.optional(),
        commit_id: commitIdInput,
        ...sentAt,
      }),
      response: restStartedDiscussion,
      handle: async ({ ctx, input, subject: { noteable }, headers, reply }) => {
        const { made, outcome } = await writeNote(ctx, {
          noteable,
          body: input.body,
          kind: 'thread',
          commitId: input.commit_id,
          ...(input.position && { position: input.position }),
          createdAt: input.created_at,
          ...idempotencyKey(headers),
        });
        if (!made) return restCommands(reply, outcome);
        const thread = toRestDiscussion(await discussionById(ctx, noteable, made.discussion.id), ctx.config.url);
        return { ...thread, ...(outcome && commandResults(outcome)) };
      },
    }),
    ...threadRoutes(door, pathName),
    ...threadNoteRoutes(door, pathName),
  ];
}

function threadRoutes(door: ContainerRoutes, pathName: string): Route[] {
  const path = `${door.rest}/${pathName}/:noteable_id/discussions/:discussion_id`;
  const subject = inNoteable(door, pathName);
  return [
    defineRoute({
      method: 'GET',
      path,
      ability: 'read_notes',
      summary: 'Get a discussion',
      tag: 'Discussions',
      subject,
      params: threadParams,
      response: restDiscussion,
      handle: async ({ ctx, params, subject: { noteable } }) =>
        toRestDiscussion(await discussionById(ctx, noteable, params.discussion_id), ctx.config.url),
    }),
    defineRoute({
      method: 'PUT',
      path,
      ability: 'read_notes',
      summary: 'Resolve or reopen a thread',
      tag: 'Discussions',
      subject,
      params: threadParams,
      input: z.strictObject({ resolved: boolInput }),
      response: restDiscussion,
      handle: async ({ ctx, params, input, subject: { noteable } }) => {
        const discussionId = params.discussion_id;
        await resolveDiscussion(ctx, { noteable, discussionId, isResolved: input.resolved });
        return toRestDiscussion(await discussionById(ctx, noteable, discussionId), ctx.config.url);
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/notes`,
      ability: 'read_notes',
      summary: 'List the notes of a discussion',
      tag: 'Discussions',
      subject,
      params: threadParams,
      input: z.strictObject(pagingInput),
      response: z.array(restNote),
      handle: async ({ ctx, params, input, subject: { noteable } }) => {
        const { notes } = await discussionById(ctx, noteable, params.discussion_id);
        const page = slicePage([...notes], { page: input.page, perPage: input.per_page });
        return paged(page, (note) => toRestNote(note, ctx.config.url));
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/notes`,
      ability: 'create_note',
      summary: 'Reply',
      tag: 'Discussions',
      subject,
      params: threadParams,
      ...countsAsNewNote,
      // The thread is named by the address; the note it is answered to changes nothing.
      input: z.strictObject({ body: z.string(), ...sentAt, ...ignored('note_id') }),
      response: restWrittenNote,
      handle: async ({ ctx, params, input, subject: { noteable }, headers, reply }) => {
        const { made, outcome } = await writeNote(ctx, {
          noteable,
          body: input.body,
          replyTo: params.discussion_id,
          createdAt: input.created_at,
          ...idempotencyKey(headers),
        });
        if (!made) return restCommands(reply, outcome);
        return {
          ...toRestNote(await noteById(ctx, noteable, made.note.id), ctx.config.url),
          commands_changes: outcome?.changes ?? {},
          ...(outcome && commandResults(outcome)),
        };
      },
    }),
  ];
}
