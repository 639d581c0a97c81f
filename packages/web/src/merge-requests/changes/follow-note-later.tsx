import { Suspense } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';

const Follow = loadedLater(() => import('./follow-said.tsx'));

/** What follows a note or a pending comment is needed where the address names one. */
export function FollowNote() {
  const { url } = usePageUrl();
  return /^#(note|draft)_/.test(url.hash) ? (
    <Suspense>
      <Follow />
    </Suspense>
  ) : null;
}
