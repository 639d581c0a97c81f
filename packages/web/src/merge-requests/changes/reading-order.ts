import { useEffect } from 'react';
import { useDiscussionStore } from '../../discussions/store/use-discussions.tsx';
import { useChanges } from './changes-context.ts';

/** Among the changes threads are read from file to file, and from line to line. Draws nothing. */
export function ReadingOrder() {
  const { files, metadata } = useChanges();
  const store = useDiscussionStore();
  useEffect(() => store.readIn({ files, refs: metadata.diff_refs }), [store, files, metadata]);
  return null;
}
