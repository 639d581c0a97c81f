import { onEvent } from '../../platform/events.ts';
import { dropUnreadableTodosOf } from '../operations/drop-unreadable.ts';

onEvent('member.changed', 'attention', async (ctx, { data }) => dropUnreadableTodosOf(ctx, data.userId));
