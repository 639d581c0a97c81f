import { isAppError, messageOf } from '../../lib/app-error.ts';

export const NETWORK_MESSAGE =
  'Your comment could not be submitted! Please check your network connection and try again.';

/** Sentences for a note that was not saved, `unexplained` where no reason is known: those of its commands when nothing else was wrong. */
export function explainFailure(error: unknown, unexplained: string = NETWORK_MESSAGE): string[] {
  if (!isAppError(error) || error.status === 0 || error.status >= 500) return [unexplained];
  const commands = error.errors['commands_only'];
  if (commands && commands.length > 0) return commands;
  const reason = error.errors['base']?.[0] ?? messageOf(error);
  const sentence = `Your comment could not be submitted because ${reason.toLowerCase()}`;
  return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`];
}
