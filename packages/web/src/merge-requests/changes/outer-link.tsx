import { ExternalLink } from 'lucide-react';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Where the file can be seen elsewhere; nothing for an address that is none of the web. */
export default function OuterLink({ href }: { href: string }) {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const label = `View on ${url.host}`;
  return (
    <Tooltip text={label}>
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={`${label} (opens in a new tab)`}
        className="control-square inline-flex h-6 w-6 shrink-0 items-center justify-center rounded-sm text-fg-muted hover:bg-hover hover:text-fg"
      >
        <ExternalLink size={14} aria-hidden />
      </a>
    </Tooltip>
  );
}
