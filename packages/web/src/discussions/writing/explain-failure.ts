import { type AppError, isAppError, messageOf } from '../../lib/app-error.ts';

export const NETWORK_MESSAGE =
  'Your comment could not be submitted! Please check your network connection and try again.';

const reasonOf = (error: AppError) => error.errors['base']?.[0] ?? messageOf(error);
const ended = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

/** An answer came, and it says why not. */
function isExplained(error: unknown): error is AppError {
  return isAppError(error) && error.status >= 400 && error.status < 500;
}

/** A sentence of its own for something that failed, and the reason where the server gave one. */
export function withReason(sentence: string, error: unknown): string {
  if (!isExplained(error)) return sentence;
  const reasons = error.errors['commands_only'] ?? [reasonOf(error)];
  return [sentence, ...reasons.map((reason) => ended(reason.charAt(0).toUpperCase() + reason.slice(1)))].join(' ');
}

/** Sentences for a note that was not saved, `unexplained` where no reason is known: those of its commands when nothing else was wrong. */
export function explainFailure(error: unknown, unexplained: string = NETWORK_MESSAGE): string[] {
  if (!isExplained(error)) return [unexplained];
  const commands = error.errors['commands_only'];
  if (commands && commands.length > 0) return commands;
  return [ended(`Your comment could not be submitted because ${reasonOf(error).toLowerCase()}`)];
}
