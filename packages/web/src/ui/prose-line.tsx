import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { paintColors } from './prose/paint-colors.ts';
import { TrustedHtml } from './trusted-html.tsx';

/** One rendered sentence among other words: its paragraph is none, and its references look as they do in a text. */
export function ProseLine({ html, className }: { html: string; className?: string }) {
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (root.current !== null && html.includes('data-color')) paintColors(root.current);
  }, [html]);
  return <TrustedHtml ref={root} as="span" html={html} className={clsx('prose-line', className)} />;
}
