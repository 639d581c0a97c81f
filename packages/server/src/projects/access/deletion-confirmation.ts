import { type Refusal, refuse } from '@tributary/contract/errors/app-error.ts';

export type DeletionConfirmation = {
  /** The full path once more, as sent by those who want to be sure. */
  confirmation?: string | undefined;
  /** The confirmation may not be left out. */
  isConfirmationRequired?: boolean | undefined;
};

/** Refuses a deletion whose confirmation names something else, or is missing where it is required. */
export function wrongPath(input: DeletionConfirmation, fullPath: string): Refusal | null {
  if (input.confirmation === undefined && input.isConfirmationRequired !== true) return null;
  const isConfirmed = input.confirmation?.toLowerCase() === fullPath.toLowerCase();
  return isConfirmed ? null : refuse('wrong_full_path', {});
}
