import type { FastifyReply } from 'fastify';
import type { PageNote, QuickActionsStatus } from '@tributary/contract/discussions/page.ts';
import type { CommandOutcome } from '../tables.ts';

/** REST answer to a note of commands alone: 202 when something was done, 422 when all failed. */
export function restCommands(reply: FastifyReply, outcome: CommandOutcome | undefined) {
  const { messages = [], errors = [], changes = {} } = outcome ?? {};
  reply.code(messages.length > 0 ? 202 : 422);
  return { commands_changes: changes, summary: [...messages, ...errors] };
}

function toStatus({ names, messages, errors }: CommandOutcome, isOnly: boolean): QuickActionsStatus {
  return {
    messages,
    error_messages: errors,
    command_names: names,
    commands_only: isOnly,
    error: errors.length > 0,
  };
}

/** The part of an answer about a description that tells of the commands in it; nothing when there were none. */
export function commandResults(outcome: CommandOutcome): { quick_actions_status?: QuickActionsStatus } {
  return outcome.names.length === 0 ? {} : { quick_actions_status: toStatus(outcome, false) };
}

/** The note in the response to its author's request: with what came of it. */
export function withOutcome(
  note: PageNote,
  { outcome, resolve }: { outcome: CommandOutcome | undefined; resolve: boolean | undefined },
): PageNote {
  const { messages = [], errors = [], changes = {} } = outcome ?? {};
  return {
    ...note,
    commands_changes: changes,
    references: { commands: messages.join(' ') },
    errors: errors.length > 0 ? { commands_only: errors } : {},
    resolve_discussion: resolve ?? null,
  };
}

/** The part of a page's answer that tells of commands; nothing when there were none. */
export function pageCommands(outcome: CommandOutcome | undefined, isOnly: boolean) {
  if (!outcome) return { commands_changes: {} };
  const { names, messages, errors, changes } = outcome;
  return {
    commands_changes: changes,
    command_names: names,
    ...((isOnly || errors.length > 0) && { errors: { commands_only: isOnly ? [...messages, ...errors] : errors } }),
    quick_actions_status: toStatus(outcome, isOnly),
  };
}
