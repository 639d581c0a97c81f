import { usePageUrl } from '../../app/navigation.tsx';
import { DraftDeepLink } from './draft-deep-link.tsx';
import NoteDeepLink from './note-deep-link.tsx';

/** What is said and named by the address is shown. */
export default function CommentDeepLink() {
  const { url } = usePageUrl();
  return url.hash.startsWith('#draft_') ? <DraftDeepLink key={url.hash} /> : <NoteDeepLink />;
}
