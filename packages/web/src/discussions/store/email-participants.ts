import { createContext, use } from 'react';

/** Someone without an account who hears of comments by mail; the address as this reader may know it. */
type EmailParticipant = { email: string };

/** Empty on things that tell nobody outside. */
export const EmailParticipantsContext = createContext<readonly EmailParticipant[]>([]);

export function useEmailParticipants(): readonly EmailParticipant[] {
  return use(EmailParticipantsContext);
}
