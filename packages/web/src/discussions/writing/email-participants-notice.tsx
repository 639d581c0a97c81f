import { type LucideIcon, Mail, Paperclip } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { formatList } from '../../lib/format.ts';
import { linksToUpload } from '../model/upload-link.ts';
import { useEmailParticipants } from '../store/email-participants.ts';

const SHOWN_AT_FIRST = 3;

function Line({
  icon: Icon,
  children,
  ref,
}: {
  icon: LucideIcon;
  children: ReactNode;
  ref?: Ref<HTMLParagraphElement>;
}) {
  return (
    <p ref={ref} tabIndex={-1} className="flex items-start gap-2 text-sm text-fg-muted">
      <Icon aria-hidden size={14} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** Said where a comment is written that goes to users outside by mail; `text` is what is written so far. */
export function EmailParticipantsNotice({ text }: { text: string }) {
  const addresses = useEmailParticipants().map(({ email }) => email);
  const { instance } = useShell();
  const [isWhole, setWhole] = useState(false);
  const sentence = useRef<HTMLParagraphElement>(null);
  if (addresses.length === 0) return null;
  const more = addresses.length - SHOWN_AT_FIRST;
  const isCut = more > 0 && !isWhole;
  return (
    <>
      <Line icon={Mail} ref={sentence}>
        {isCut ? `${addresses.slice(0, SHOWN_AT_FIRST).join(', ')} and ` : formatList(addresses)}
        {isCut && (
          <button
            type="button"
            className="rounded-sm text-accent-fg underline decoration-from-font underline-offset-2"
            onClick={() => {
              setWhole(true);
              focusWhenRendered(() => sentence.current, { ifLost: true });
            }}
          >
            {more} more
          </button>
        )}
        {' will be notified of your comment.'}
      </Line>
      {linksToUpload(text) && (
        <Line icon={Paperclip}>
          Attachments are sent by email. Attachments over 10 MB are sent as links to {instance.name}, and only
          accessible to project members.
        </Line>
      )}
    </>
  );
}
