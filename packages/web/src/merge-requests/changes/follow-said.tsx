import { usePageUrl } from '../../app/navigation.tsx';
import { FollowDraft } from './follow-draft.tsx';
import FollowNote from './follow-note.tsx';

/** What is said and named by the address is shown. */
export default function FollowSaid() {
  const { url } = usePageUrl();
  return url.hash.startsWith('#draft_') ? <FollowDraft key={url.hash} /> : <FollowNote />;
}
