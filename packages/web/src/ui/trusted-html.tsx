import { type CSSProperties, createElement, memo, type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import { trustHtml } from './trusted-types.ts';

export type TrustedHtmlProps = {
  /** Made or sanitised by the server. Never text that a person typed in this browser. */
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

export type WrittenHtmlProps = {
  /** Makes it, on the same terms as `html` above. Another function means other HTML. */
  make: () => string;
  className: string;
  style: CSSProperties;
};

/** For much of it: the HTML is made when it is written, and afterwards only the document has it. */
export const WrittenHtml = memo(function WrittenHtml({ make, className, style }: WrittenHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) place.current.innerHTML = trustHtml(make()) as string;
  }, [make]);
  return <div ref={place} className={className} style={style} />;
});
