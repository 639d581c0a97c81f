import type { QuickActionsStatus } from '@tributary/contract/discussions/page.ts';
import { toast } from '../../ui/toast.tsx';

export type Told = { quick_actions_status?: QuickActionsStatus };

/** Says what came of the commands in a text; nothing when there were none. */
export function tellCommands({ quick_actions_status: status }: Told): void {
  if (!status) return;
  for (const text of status.error_messages) toast({ text, tone: 'failed' });
  if (status.messages.length > 0 && status.commands_only) toast({ text: 'Commands applied', tone: 'info' });
}
