import type { MailItem } from '@tributary/contract/accounts/page.ts';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { mailParts } from '../model/mail-text.ts';
import { TextLink } from '../../ui/text-link.tsx';

const states: Record<MailItem['state'], { text: string; tone: BadgeTone }> = {
  queued: { text: 'Queued', tone: 'notice' },
  sent: { text: 'Sent', tone: 'success' },
  kept: { text: 'Not sent', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'failed' },
};

function MailText({ mail }: { mail: MailItem }) {
  return (
    <div className="border-t bg-sunken px-4 py-3 sm:pl-10">
      {mail.error !== null && <p className="mb-2 text-failed [overflow-wrap:anywhere]">{mail.error}</p>}
      <p className="max-w-160 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {mailParts(mail.text).map((part, index) =>
          part.href === null ? (
            <span key={index}>{part.text}</span>
          ) : (
            <TextLink key={index} href={part.href} data-no-prefetch>
              {part.text}
            </TextLink>
          ),
        )}
      </p>
    </div>
  );
}

/** One mail of the outbox; its text opens below. */
export function MailRow({ mail, isOpen, onToggle }: { mail: MailItem; isOpen: boolean; onToggle: () => void }) {
  const id = useId();
  const state = states[mail.state];
  return (
    <li className="border-b last:border-b-0">
      <h2 className="text-base font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-left hover:bg-hover/60 focus-visible:outline-offset-[-2px]"
        >
          <ChevronRight
            size={14}
            className={clsx('shrink-0 text-fg-faint transition-transform', isOpen && 'rotate-90')}
            aria-hidden
          />
          <span className="min-w-0 flex-1 basis-56">
            <span className="block font-medium [overflow-wrap:anywhere]">{mail.subject}</span>
            <span className="text-sm text-fg-muted [overflow-wrap:anywhere]">
              to <bdi>{mail.recipient}</bdi>
            </span>
          </span>
          <span className="flex items-center gap-3 text-sm text-fg-muted">
            <Badge tone={state.tone}>{state.text}</Badge>
            <Time value={mail.sentAt ?? mail.createdAt} />
          </span>
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && <MailText mail={mail} />}
      </div>
    </li>
  );
}
