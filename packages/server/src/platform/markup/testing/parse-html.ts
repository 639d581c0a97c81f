import { createRequire } from 'node:module';
import type { ParsedElement } from './unsafe-parts.ts';

/** What the tests need of a document; the server's type check knows no browser. */
export type HtmlNode = ParsedElement & {
  innerHTML: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<HtmlNode>;
  readonly lastElementChild: HtmlNode | null;
  append: (child: HtmlNode) => void;
  querySelectorAll: (selector: string) => Iterable<HtmlNode>;
};
type Dom = new (html: string) => { window: { document: { createElement: (name: string) => HtmlNode } } };

const { JSDOM }: { JSDOM: Dom } = createRequire(import.meta.url)('jsdom');
const { document } = new JSDOM('<!doctype html><body></body>').window;

/** An element with this content, parsed as a browser does. */
export function parseInto(name: string, html: string): HtmlNode {
  const element = document.createElement(name);
  element.innerHTML = html;
  return element;
}
