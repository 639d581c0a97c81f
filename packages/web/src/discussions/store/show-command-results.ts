import type { QuickActionsStatus } from '@tributary/contract/discussions/page.ts';
import { toast } from '../../ui/toast.tsx';
import { showTextProblem } from './note-problems.ts';

export type WithCommandResults = { quick_actions_status?: QuickActionsStatus };

/**
 * Says what came of the commands in a text; nothing when there were none. What failed is told at that text, if it is there:
 * of commands alone nothing is.
 */
export function showCommandResults({ quick_actions_status: status }: WithCommandResults, text?: string): void {
  if (!status) return;
  const { error_messages: failed, commands_only: isOnly } = status;
  if (text !== undefined && !isOnly && failed.length > 0) showTextProblem(text, failed.join('\n'));
  else for (const each of failed) toast({ text: each, tone: 'failed' });
  if (status.messages.length > 0 && isOnly) toast({ text: 'Commands applied', tone: 'info' });
}
