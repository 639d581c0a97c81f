import { useSyncExternalStore } from 'react';
import { useDiscussionStore } from './use-discussions.tsx';

/** Tells of a field beside lines whether what was written in it is on its way, also from a form that is gone by now. */
export function useOnItsWay(): (field: string) => boolean {
  const store = useDiscussionStore();
  const placeholders = useSyncExternalStore(store.subscribe, () => store.state.placeholders);
  return (field) => placeholders.some((each) => each.at === field);
}
