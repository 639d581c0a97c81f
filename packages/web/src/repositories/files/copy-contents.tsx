import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { fetchText } from '../queries.ts';

const RESET_MS = 1_000;

/** Copies the whole file as it is, not as it is drawn. */
export function CopyContents({ href }: { href: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'copied'>('idle');
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), RESET_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    setState('busy');
    try {
      const isCopied = await copyText(await fetchText(href));
      setState(isCopied ? 'copied' : 'idle');
      if (!isCopied) toast({ text: 'The browser did not allow copying.', tone: 'failed' });
    } catch (error) {
      setState('idle');
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  return (
    <IconButton
      icon={state === 'copied' ? Check : Copy}
      label={state === 'copied' ? 'Copied' : 'Copy file contents'}
      size="sm"
      busy={state === 'busy'}
      onClick={() => void copy()}
    />
  );
}
