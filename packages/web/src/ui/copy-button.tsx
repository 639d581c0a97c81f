import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import type { ButtonSize } from './button.tsx';
import { toast } from './toast.tsx';

/** Until a tooltip goes back to what it said before the action. */
const resetMs = 1_000;

export type CopyButtonProps = {
  text: string;
  /** Name of what is copied: `Copy branch name`. */
  label: string;
  size?: ButtonSize;
  /** Shown as text instead of the icon alone. */
  showLabel?: boolean;
  className?: string;
};

export function CopyButton({ text, label, size = 'md', showLabel = false, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), resetMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else toast({ text: 'The browser did not allow copying.', tone: 'failed' });
  };
  const shared = {
    icon: copied ? Check : Copy,
    size,
    onClick: () => void copy(),
    ...(className === undefined ? {} : { className }),
  };
  return (
    <>
      {showLabel ? (
        <Button {...shared}>{copied ? 'Copied' : label}</Button>
      ) : (
        <IconButton {...shared} label={copied ? 'Copied' : label} />
      )}
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
