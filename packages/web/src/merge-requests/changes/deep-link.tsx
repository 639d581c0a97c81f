import { Suspense } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Follow = lazyPart(() => import('./comment-deep-link.tsx'));

/** What follows a note or a pending comment is needed where the address names one. */
export function NoteDeepLink() {
  const { url } = usePageUrl();
  return /^#(note|draft)_/.test(url.hash) ? (
    <Suspense>
      <Follow />
    </Suspense>
  ) : null;
}
