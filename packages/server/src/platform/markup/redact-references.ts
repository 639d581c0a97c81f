import { escapeHtml, unescapeHtml } from './escape-html.ts';
import type { ImageUrl, ReferenceMap, ResolvedReference } from './rendered-markdown.ts';

// The sanitiser writes our placeholders in exactly this form, and escapes every other `<`.
const PLACEHOLDER =
  /<gl-ref data-kind="([a-z_]{1,20})" data-ref="([^"<>]*)"(?: data-format="(\+s?)")?(?: data-url="([^"<>]*)" data-name="([^"<>]*)")?>([^<]*)<\/gl-ref>/g;
const LEFTOVER = /<\/?gl-ref\b[^<>]*>/g;
const LINK_OR_IMAGE = /<\/?a(?=[\s>])|<img src="(https:[^"<>]*)"([^<>]*)>/g;

/**
 * Phase two, for one reader: placeholders become links to what the reader may see, and the text that was written where
 * they may not or nothing is there; both look the same. Only a fixed template with escaped values is written.
 */
export function redactReferences(html: string, resolved: ReferenceMap): string {
  if (!html.includes('<gl-ref')) return html;
  const replaced = html.replace(PLACEHOLDER, (_whole, ...groups: (string | undefined)[]) => {
    const [kind = '', ref = '', format = '', url, name = '', written = ''] = groups;
    const target = resolved.get(`${kind}:${unescapeHtml(ref)}`);
    const isKnown = target !== undefined && isSafeHref(target.href);
    if (url !== undefined) {
      // Beside a link with words of its own: it only says what is named.
      if (written === '' || !isSafeHref(unescapeHtml(url))) return written;
      if (!isKnown) return `<a href="${url}">${written}</a>`;
      return linkOf({ ...target, href: unescapeHtml(url) }, kind, format, `${name}${format}`);
    }
    if (!isKnown) return written;
    return kind === 'emoji' ? emojiOf(target, written) : linkOf(target, kind, format, written);
  });
  return replaced.replace(LEFTOVER, '');
}

/**
 * Sends outside images through the hook, for example to an asset proxy. In the place of one that is not to be loaded (null)
 * stands a link to it; within another link only what it is called.
 */
export function rewriteImages(html: string, imageUrl: ImageUrl): string {
  let isLink = false;
  return html.replace(LINK_OR_IMAGE, (whole, src: string | undefined, rest: string | undefined) => {
    if (src === undefined) {
      isLink = !whole.startsWith('</');
      return whole;
    }
    const url = imageUrl(unescapeHtml(src));
    if (url !== null && isSafeHref(url)) return `<img src="${escapeHtml(url)}"${rest}>`;
    const text = /\balt="([^"]+)"/.exec(rest ?? '')?.[1] ?? src;
    return isLink ? text : `<a href="${src}" rel="nofollow noreferrer noopener" target="_blank">${text}</a>`;
  });
}

/** The name is what it is called, copied and found by. */
function emojiOf({ href }: ResolvedReference, written: string): string {
  const size = 'width="20" height="20"';
  return `<img src="${escapeHtml(href)}" class="custom-emoji" alt="${written}" title="${written}" ${size} loading="lazy">`;
}

function linkOf(target: ResolvedReference, kind: string, format: string, written: string): string {
  const title = target.title === undefined ? '' : ` title="${escapeHtml(target.title)}"`;
  const color = target.color && /^#[0-9a-f]{6}$/i.test(target.color) ? ` data-color="${target.color}"` : '';
  const name = kind.replaceAll('_', '-');
  return (
    `<a href="${escapeHtml(target.href)}" class="gfm gfm-${name}" data-reference-type="${kind}"${color}${title}>` +
    `${textOf(target, format, written)}</a>`
  );
}

function textOf(target: ResolvedReference, format: string, written: string): string {
  if (target.text !== undefined) return escapeHtml(target.text);
  if (format === '' || target.title === undefined) return written;
  const { title, state, details = [] } = target;
  const isSummary = format === '+s';
  const name = `${written.slice(0, -format.length)}${isSummary && state ? ` - ${escapeHtml(state)}` : ''}`;
  return [`${escapeHtml(title)} (${name})`, ...(isSummary ? details.map(escapeHtml) : [])].join(' • ');
}

function isSafeHref(href: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^(?:https?:\/\/[^/\\]|\/(?![/\\]))/.test(href) && !/[\0-\x20\\]/.test(href);
}
