import clsx from 'clsx';
import { TrustedHtml } from './trusted-html.tsx';

/** Rendered Markdown: sanitised by the server. `dir="auto"` per block is set there. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return <TrustedHtml html={html} className={clsx('prose', className)} />;
}
