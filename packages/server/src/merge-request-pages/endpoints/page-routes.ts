import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import {
  mergeRequestNoteableData,
  sidebarExtras,
  onMergeRequestPage,
  widgetPipelines,
} from '../../merge-requests/index.ts';
import { basicWidget, commitChangeContent, currentWidget } from '../../merging/index.ts';
import { pageActions } from './page-actions.ts';

const tag = 'Merge requests';
const subject = onMergeRequestPage;
const OPEN_POLL_MS = 10_000;
const CLOSED_POLL_MS = 300_000;

function widget(name: 'widget' | 'cached_widget') {
  return defineRoute({
    method: 'GET',
    path: `/merge_requests/:iid/${name}.json`,
    ability: 'read_merge_request',
    summary: 'Get the state of the merge widget',
    tag,
    subject,
    handle: async ({ ctx, subject: found, reply }) => {
      const isOpen = found.row.state === 'opened';
      reply.header('poll-interval', String(isOpen ? OPEN_POLL_MS : CLOSED_POLL_MS));
      return currentWidget(ctx, found);
    },
  });
}

const pipeline = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/widget_pipeline.json',
  ability: 'read_merge_request',
  summary: 'Get the pipelines that the merge widget shows',
  tag,
  subject,
  handle: ({ ctx, subject: found }) => widgetPipelines(ctx, found),
});

const changeContent = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/commit_change_content',
  ability: 'read_merge_request',
  summary: 'Get what the dialogs of revert and cherry-pick need, as HTML',
  tag,
  subject,
  handle: async ({ ctx, subject: found, reply }) => {
    reply.type('text/html; charset=utf-8');
    return commitChangeContent(ctx, found);
  },
});

const SERIALIZERS = { basic: basicWidget, sidebar_extras: sidebarExtras, noteable: mergeRequestNoteableData };

const basic = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid.json',
  ability: 'read_merge_request',
  summary: 'Get the short state of the merge widget, the sidebar or the discussion',
  tag,
  subject,
  input: z.strictObject({ serializer: z.enum(['basic', 'sidebar_extras', 'noteable']).default('basic') }),
  handle: async ({ ctx, input, subject: found, reply }) => {
    reply.header('poll-interval', String(OPEN_POLL_MS));
    return SERIALIZERS[input.serializer](ctx, found);
  },
});

export const mergeRequestPageRoutes: readonly ScopedRoute[] = [
  widget('widget'),
  widget('cached_widget'),
  pipeline,
  changeContent,
  basic,
  ...pageActions,
].map((route) => defineScopedRoute('project', route));
