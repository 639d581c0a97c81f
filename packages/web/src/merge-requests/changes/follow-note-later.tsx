import { Suspense } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';

const Follow = loadedLater(() => import('./follow-note.tsx'));

/** What follows a note is needed where the address names one. */
export function FollowNote() {
  const { url } = usePageUrl();
  return url.hash.startsWith('#note_') ? (
    <Suspense fallback={null}>
      <Follow />
    </Suspense>
  ) : null;
}
