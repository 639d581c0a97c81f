import { type CSSProperties, createElement, memo } from 'react';

export type TrustedHtmlProps = {
  /** Made or sanitised by the server. Never text that a person typed in this browser. */
  html: string;
  as?: 'div' | 'span' | 'code' | 'pre' | 'td' | 'table';
  className?: string | undefined;
  lang?: string;
  style?: CSSProperties;
};

/**
 * The only place that hands HTML to the document. Rendering lives on the server, which sanitises last; doing it again
 * here would be a second, weaker opinion. The content security policy forbids scripts and style attributes in it
 * anyway. Everything else goes through React, which escapes.
 */
export const TrustedHtml = memo(function TrustedHtml({ html, as = 'div', className, lang, style }: TrustedHtmlProps) {
  return createElement(as, { className, lang, style, dangerouslySetInnerHTML: { __html: html } });
});
