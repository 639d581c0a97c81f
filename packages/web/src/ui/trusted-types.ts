/** The browser's trusted types, as far as they are used here; the DOM types do not know them yet. */
type Rule = (text: string) => string | null;
/** What takes the address of a script takes a text by its type. */
type Policy = { createHTML(html: string): TrustedHTML; createScriptURL(url: string): string };
type PolicyFactory = { createPolicy(name: string, rules: Partial<Record<keyof Policy, Rule>>): Policy };

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
