import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useEffect, useRef } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { toast } from '../../ui/toast.tsx';

/** A note that was just written is heard of sooner. */
const LATE_MS = 3_000;

/** A link to a note that is not there any more says so, once; not of one that was there and goes while it is read. */
export function useLostNote(discussions: readonly PageDiscussion[], isLoaded: boolean): void {
  const { url } = usePageUrl();
  const id = /^#note_(\d+)$/.exec(url.hash)?.[1];
  const isThere = discussions.some((each) => each.notes.some((note) => note.id === id));
  const settled = useRef<string>(undefined);
  useEffect(() => {
    if (isThere) settled.current = id;
    if (isThere || !isLoaded || id === undefined || settled.current === id) return undefined;
    const timer = setTimeout(() => {
      settled.current = id;
      toast({ text: 'This comment is no longer here. It might have been deleted.' });
    }, LATE_MS);
    return () => clearTimeout(timer);
  }, [id, isThere, isLoaded]);
}
