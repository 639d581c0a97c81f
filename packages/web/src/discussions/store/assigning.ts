import { createContext, use } from 'react';

/** Who works on the thing, for those who may change it from what is said about it. */
export type Assigning = {
  assigneeIds: readonly number[];
  /** Fails as the request does. */
  assign: (ids: number[]) => Promise<void>;
};

/** Null on things that nobody is assigned to from their notes, and for those who may not. */
export const AssigningContext = createContext<Assigning | null>(null);

export function useAssigning(): Assigning | null {
  return use(AssigningContext);
}
