/** The browser's trusted types, as far as they are used here; the DOM types do not know them yet. */
type Policy = { createHTML(html: string): TrustedHTML };
type PolicyFactory = { createPolicy(name: string, rules: { createHTML(html: string): string | null }): Policy };

declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

/** Named in the content security policy of every document, where a plain text is refused as HTML. */
const ownHtml = window.trustedTypes?.createPolicy('tributary-html', { createHTML: (html) => html });

/** HTML of the server in the form that the document takes. Only for `trusted-html.tsx`. */
export function trustHtml(html: string): string | TrustedHTML {
  return ownHtml === undefined ? html : ownHtml.createHTML(html);
}
