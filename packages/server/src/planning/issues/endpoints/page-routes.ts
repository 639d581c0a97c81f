import { z } from 'zod';
import { updateIssueInput } from '@tributary/contract/planning/issue-inputs.ts';
import { ITEM_LEVELS } from '@tributary/contract/notifications/enums.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { chooseIssueLevel } from '../operations/set-issue-subscribed.ts';
import { changeIssue } from '../operations/change-issue-state.ts';
import { issueNoteableData } from '../reads/noteable-data.ts';
import { realtimeChanges } from '../reads/realtime-changes.ts';
import { answerIssue } from './answer-issue.ts';
import { onIssuePage } from './subjects.ts';

const stateChange = z.strictObject({
  issue: updateIssueInput.pick({ state_event: true, discussion_locked: true, title: true, assignee_ids: true }),
});

/** `PUT <project>/-/issues/:iid.json?issue[state_event]=close`, as pages close, reopen, rename and assign. */
const state = (path: string) =>
  defineRoute({
    method: 'PUT',
    path,
    ability: 'read_issue',
    summary: 'Update the state, title or assignees of an issue',
    tag: 'Issues',
    subject: onIssuePage,
    input: stateChange,
    handle: async ({ ctx, input: { issue }, subject: { row } }) => {
      const fields = {
        ...(issue.discussion_locked != null && { isDiscussionLocked: issue.discussion_locked }),
        ...(issue.title !== undefined && { title: issue.title }),
        ...(issue.assignee_ids && { assigneeIds: issue.assignee_ids }),
      };
      await changeIssue(ctx, {
        issueId: row.id,
        stateEvent: issue.state_event,
        fields: Object.keys(fields).length > 0 ? fields : undefined,
      });
      return answerIssue(ctx, row.id);
    },
  });

const json = defineRoute({
  method: 'GET',
  path: '/issues/:iid.json',
  ability: 'read_issue',
  summary: 'Get an issue as JSON',
  tag: 'Issues',
  subject: onIssuePage,
  handle: async ({ ctx, subject }) => ({
    ...(await answerIssue(ctx, subject.row.id)),
    ...(await issueNoteableData(ctx, subject)),
  }),
});

const REALTIME_POLL_MS = 3_000;

/** What an open page of an issue looks for; other pages are told over the wire. */
const realtime = defineRoute({
  method: 'GET',
  path: '/issues/:iid/realtime_changes',
  ability: 'read_issue',
  summary: 'Get the current title and description of an issue',
  tag: 'Issues',
  subject: onIssuePage,
  handle: ({ ctx, subject, reply }) => {
    reply.header('poll-interval', String(REALTIME_POLL_MS));
    return realtimeChanges(ctx, subject);
  },
});

const mailLevel = defineRoute({
  method: 'POST',
  path: '/issues/:iid/mail_level',
  ability: 'read_issue',
  summary: 'Set the email notification level of an issue',
  tag: 'Issues',
  subject: onIssuePage,
  status: 204,
  input: z.strictObject({ level: z.enum(ITEM_LEVELS) }),
  handle: ({ ctx, input, subject: { row } }) => chooseIssueLevel(ctx, { issueId: row.id, level: input.level }),
});

export const issueScopedRoutes: readonly ScopedRoute[] = [
  json,
  realtime,
  mailLevel,
  state('/issues/:iid.json'),
  state('/issues/:iid'),
].map((route) => defineScopedRoute('project', route));
