import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { Archive, Lock } from 'lucide-react';
import { useNavigatorState } from '../../app/navigation.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The way to an answer for those who are signed out, and back to what they were reading. */
export function SignedOutNotice({ notes }: { notes: NotesData }) {
  const { address } = useNavigatorState();
  const signIn = `${notes.newSessionPath}?redirect=${encodeURIComponent(address)}`;
  return (
    <p className="text-center text-fg-muted">
      Please <TextLink href={notes.registerPath}>register</TextLink> or <TextLink href={signIn}>sign in</TextLink> to
      reply
    </p>
  );
}

/** In another tab: what is being written stays where it is. */
export function LearnMore({ path }: { path: string }) {
  return (
    <>
      {' '}
      <TextLink href={path} target="_blank" rel="noopener">
        Learn more
      </TextLink>
    </>
  );
}

/** Why there is no form: signed out, locked or archived. */
export default function CommentNotice({ notes }: { notes: NotesData }) {
  if (notes.notice?.kind === 'signed_out') {
    return (
      <div className="rounded-md border bg-sunken px-4 py-3">
        <SignedOutNotice notes={notes} />
      </div>
    );
  }
  if (!notes.notice) return null;
  const Icon = notes.notice.kind === 'locked' ? Lock : Archive;
  return (
    <p className="flex items-center gap-2 rounded-md border bg-sunken px-4 py-3 text-fg-muted">
      <Icon aria-hidden size={14} className="shrink-0" />
      <span>
        {notes.notice.text}
        {notes.notice.docsPath !== undefined && <LearnMore path={notes.notice.docsPath} />}
      </span>
    </p>
  );
}
