import { notificationSettingsInput, restNotificationSettings } from '@tributary/contract/notifications/rest.ts';
import { NOTIFICATION_EVENTS } from '@tributary/contract/notifications/enums.ts';
import type { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { inGroup, inProject } from '../../projects/index.ts';
import { saveNotificationChoice } from '../operations/save-choice.ts';
import { choiceAt } from '../reads/choices.ts';
import { toRestChoice } from '../render/to-rest.ts';

const tag = 'Notification settings';
const response = restNotificationSettings;
type Place = Parameters<typeof choiceAt>[1];

async function show(ctx: Context, place: Place) {
  const isEverything = place.projectId === undefined && place.namespaceId === undefined;
  const email = isEverything && ctx.actor.kind === 'user' ? { notification_email: ctx.actor.email } : {};
  return { ...toRestChoice(await choiceAt(ctx, place)), ...email };
}

async function change(ctx: Context, place: Place, input: z.output<typeof notificationSettingsInput>) {
  const events = Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, input[event]]));
  await saveNotificationChoice(ctx, { place, level: input.level, events });
  return show(ctx, place);
}

const everything: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/notification_settings',
    ability: 'use_account',
    tag,
    summary: 'Get your global notification settings',
    response,
    handle: ({ ctx }) => show(ctx, {}),
  }),
  defineRoute({
    method: 'PUT',
    path: '/notification_settings',
    ability: 'change_account',
    tag,
    summary: 'Update your global notification settings',
    input: notificationSettingsInput,
    response,
    handle: ({ ctx, input }) => change(ctx, {}, input),
  }),
];

const ofProjects: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/notification_settings',
    ability: 'read_own_wishes',
    tag,
    summary: 'Get your notification settings for a project',
    subject: inProject,
    response,
    handle: ({ ctx, subject }) => show(ctx, { projectId: subject.project.id }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/notification_settings',
    ability: 'subscribe',
    tag,
    summary: 'Update your notification settings for a project',
    subject: inProject,
    input: notificationSettingsInput,
    response,
    handle: ({ ctx, subject, input }) => change(ctx, { projectId: subject.project.id }, input),
  }),
];

const ofGroups: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/notification_settings',
    ability: 'read_own_wishes',
    tag,
    summary: 'Get your notification settings for a group',
    subject: inGroup,
    response,
    handle: ({ ctx, subject }) => show(ctx, { namespaceId: subject.namespace.id }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/notification_settings',
    ability: 'subscribe',
    tag,
    summary: 'Update your notification settings for a group',
    subject: inGroup,
    input: notificationSettingsInput,
    response,
    handle: ({ ctx, subject, input }) => change(ctx, { namespaceId: subject.namespace.id }, input),
  }),
];

export const settingsRoutes: readonly Route[] = [...everything, ...ofProjects, ...ofGroups];
