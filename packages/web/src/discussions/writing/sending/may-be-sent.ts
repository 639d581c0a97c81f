import { AppError, localCodes } from '../../../lib/app-error.ts';

export type TextToSend = {
  /** All that is sent, as a title and a description. */
  texts: readonly string[];
  /** What is there already: no question is asked about it again. */
  before?: readonly string[];
  /** As `comment`. */
  noun: string;
  /** Of the button that sends, as `Post comment`. */
  action: string;
  /** What is written again may link to files; that is asked about too. */
  asksAboutFiles?: boolean;
};

const MISSING = 'Part of the page could not be loaded. Check your network connection and try again.';

const load = () => import('./questions.tsx');

/** Called when someone begins to write, so that sending does not wait. */
export function preloadQuestions(): void {
  void load().catch(() => undefined);
}

/** Asks what has to be asked before a text goes to others; false: it is not to be sent. */
export async function mayBeSent(what: TextToSend): Promise<boolean> {
  const { confirmBeforeSend } = await load().catch((cause: unknown) => {
    throw new AppError({ status: 0, code: localCodes.network, message: MISSING, cause });
  });
  return confirmBeforeSend(what);
}
