import { failFields } from '@tributary/contract/errors/app-error.ts';
import {
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type NotificationLevel,
} from '@tributary/contract/notifications/enums.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can, INSTANCE } from '../../platform/policy/policy.ts';
import type { Choice } from '../rules/wants.ts';
import { choiceAt } from '../reads/choices.ts';
import { type ChoiceScope, holdChoices, saveChoice } from '../store/settings.ts';
import { selfId } from '../viewer.ts';

export type ChoiceInput = {
  place: ChoiceScope;
  level?: NotificationLevel | undefined;
  /** Ticked or not; events that are not named stay as they are. */
  events?: Partial<Record<NotificationEvent, boolean | undefined>>;
};

/** Keeps what the user wants to hear of a place (which they may see), or of everything. */
export const saveNotificationChoice = defineOperation<ChoiceInput, { userId: number; before: Choice }, Choice>({
  name: 'notification_setting.save',
  load: async (ctx, { place }) => {
    const userId = selfId(ctx);
    // Two ticks at once are both kept: each is what was before and one change.
    await holdChoices(ctx.db, userId);
    return { userId, before: await choiceAt(ctx, place) };
  },
  check: (ctx) => can(ctx.actor, 'change_account', INSTANCE),
  run: async (ctx, { userId, before }, { place, level, events = {} }) => {
    const isEverything = place.projectId === undefined && place.namespaceId === undefined;
    if (isEverything && level === 'global') {
      failFields({ level: ['is only for projects and groups. Select a different global level'] });
    }
    const wanted = NOTIFICATION_EVENTS.filter((event) => events[event] ?? before.events.includes(event));
    const choice = { level: level ?? before.level, events: wanted };
    await saveChoice(ctx.db, userId, place, choice);
    return choice;
  },
});
