/** The browser's trusted types, as far as they are used here; the DOM types do not know them yet. */
type Policy = { createHTML(html: string): TrustedHTML };
type PolicyFactory = { createPolicy(name: string, rules: { createHTML(html: string): string | null }): Policy };

declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

const factory = window.trustedTypes;

/** Named in the content security policy of every document; nothing else may make a document of text. */
const ownHtml = factory?.createPolicy('tributary-html', { createHTML: (html) => html });

/** HTML of the server, in the form that the content security policy demands. Only for `trusted-html.tsx`. */
export function trustHtml(html: string): string | TrustedHTML {
  return ownHtml === undefined ? html : ownHtml.createHTML(html);
}

/**
 * Unavoidable: the select of the component library fills its style element through innerHTML and offers no other way.
 * A text without `<` makes no element, wherever it is put; everything else is still refused and reported.
 */
factory?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
