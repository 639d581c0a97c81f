import { useEffect } from 'react';
import { useDiscussionStore } from '../../discussions/store/use-discussions.tsx';
import { useChanges } from './changes-context.ts';

/** Among the changes threads are read from file to file, and from line to line. Draws nothing. */
export function ReadingOrder() {
  const { files } = useChanges();
  const store = useDiscussionStore();
  useEffect(() => store.readIn(files), [store, files]);
  return null;
}
