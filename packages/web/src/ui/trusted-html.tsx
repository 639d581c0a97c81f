import { type CSSProperties, createElement, memo, type Ref, useMemo } from 'react';
import { trustHtml } from './trusted-types.ts';

export type TrustedHtmlProps = {
  /** Made or sanitised by the server. Never text that a user typed in this browser. */
  html: string;
  as?: 'div' | 'span' | 'bdi' | 'code' | 'pre' | 'td' | 'table';
  className?: string | undefined;
  lang?: string;
  /** For tables that only lay out lines. */
  role?: 'presentation';
  style?: CSSProperties;
  ref?: Ref<HTMLElement>;
};

/**
 * The only place that hands HTML to the document. Rendering lives on the server, which sanitises last; doing it again
 * here would be a second, weaker opinion. The content security policy forbids scripts and style attributes in it
 * anyway. Everything else goes through React, which escapes.
 */
export const TrustedHtml = memo(function TrustedHtml({ html, as = 'div', ...rest }: TrustedHtmlProps) {
  // React writes again what is another object: the same HTML must stay the same, or it loses selection and focus.
  const content = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  return createElement(as, { ...rest, dangerouslySetInnerHTML: content });
});

/** For much of it, on the same terms: written at once and by no drawing of React's, so that only the document has it. */
export function writeHtml(place: HTMLElement, html: string): void {
  place.innerHTML = trustHtml(html) as string;
}
