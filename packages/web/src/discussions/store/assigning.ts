import { createContext, use } from 'react';

/** Who works on the thing, for those who may change it from what is said about it. */
export type Assigning = {
  assigneeIds: readonly number[];
  /** Puts one user on it, or takes them off, whoever else is there by then. Fails as the request does. */
  assign: (id: number, isWanted: boolean) => Promise<void>;
};

/** Null on things that nobody is assigned to from their notes, and for those who may not. */
export const AssigningContext = createContext<Assigning | null>(null);

export function useAssigning(): Assigning | null {
  return use(AssigningContext);
}
