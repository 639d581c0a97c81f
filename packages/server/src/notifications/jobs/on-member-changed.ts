import type { Extensions } from '../../platform/extensions.ts';
import { onEvent } from '../../platform/events.ts';
import { dropUnreadableTodosOf } from '../operations/drop-unreadable.ts';

export const notificationsOnMemberChanged: Extensions = [
  onEvent('member.changed', 'attention', async (ctx, { data }) => dropUnreadableTodosOf(ctx, data.userId)),
];
