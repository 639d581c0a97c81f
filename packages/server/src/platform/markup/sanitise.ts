import sanitizeHtml from 'sanitize-html';
import { ElementNesting } from './element-nesting.ts';
import { MAX_IMAGES, MAX_NESTING } from './limits.ts';
import type { PlainContext } from './rendered-markdown.ts';
import type { RenderState } from './render-state.ts';
import { prefixedId, resolveImage, resolveLink } from './resolve-url.ts';

type Attributes = Record<string, string>;
type Element = { tagName: string; attribs: Attributes; text?: string };

/** The library looks names up one after the other, again and again: the usual ones come first. */
const TAGS = [
  'p a code span li gl-ref em strong ul td tr pre img br blockquote h2 h3 input ol del sup',
  'abbr b bdi bdo caption cite dd details dfn div dl dt figcaption figure h1 h4 h5 h6 hr i ins kbd mark q rp rt ruby s samp',
  'section small strike sub summary table tbody tfoot th thead time tt u var wbr',
].flatMap((line) => line.split(' '));
const KNOWN_TAGS = new Set(TAGS);

/** The second wall: whatever the transformation below lets through is checked against this list by the library. */
const ATTRIBUTES: Record<string, string[]> = {
  '*': ['class', 'dir', 'id', 'lang', 'title'],
  a: ['href', 'rel', 'target', 'aria-label'],
  blockquote: [],
  details: ['open'],
  'gl-ref': ['data-kind', 'data-ref', 'data-format', 'data-url', 'data-name'],
  img: ['src', 'alt', 'width', 'height', 'align', 'loading'],
  input: ['type', 'disabled', 'checked', 'data-task-index', 'data-task-line', 'data-inapplicable', 'aria-label'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  code: ['data-math-style'],
  pre: ['data-language', 'data-math-style', 'data-offsets'],
  span: ['data-color'],
  td: ['align', 'colspan', 'rowspan'],
  th: ['align', 'colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  ...Object.fromEntries(['div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'].map((tag) => [tag, ['align']])),
};

/** Attributes that anyone may write, each with the values that are kept. */
const FREE: Record<string, RegExp> = {
  align: /^(?:left|right|center|justify)$/i,
  alt: /^[^]*$/,
  colspan: /^\d{1,3}$/,
  datetime: /^[\w:.+ -]{1,40}$/,
  dir: /^(?:ltr|rtl|auto)$/i,
  height: /^\d{1,4}(?:%|px)?$/,
  lang: /^[a-z0-9-]{1,35}$/i,
  open: /^(?:|open)$/i,
  reversed: /^(?:|reversed)$/i,
  rowspan: /^\d{1,3}$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/i,
  start: /^-?\d{1,9}$/,
  title: /^[^]*$/,
  type: /^[1aAiI]$/,
  value: /^-?\d{1,9}$/,
  width: /^\d{1,4}(?:%|px)?$/,
};
/** Classes style the page: apart from the colours of code nobody but our own plugins sets them. */
const FREE_CLASS = /^(?:hl-[a-z]{1,20}|bidi-mark)$/;
const OWN_CLASS = /^[a-z][a-z0-9-]{0,40}$/;
/**
 * What stands for an element that is not wanted but whose text is. It must be an allowed one: sanitize-html keeps the new
 * name of a tag that it then discards, and closes a later element with it.
 */
const NEUTRAL = 'span';

/**
 * The last step of phase one: whatever came before, only the listed elements and attributes are left, addresses are
 * resolved and of harmless schemes, ids are prefixed, and elements of ours are those with this rendering's mark.
 */
export function sanitise(html: string, context: PlainContext, state: RenderState): string {
  let images = 0;
  const nesting = new ElementNesting();
  const transform = (tagName: string, attribs: Attributes): Element => {
    if (!KNOWN_TAGS.has(tagName)) return { tagName, attribs: {} };
    if (!nesting.keep(tagName)) return { tagName: NEUTRAL, attribs: {} };
    const isOwn = isMarked(attribs, state.nonce);
    if (tagName === 'gl-ref' || tagName === 'input') {
      return isOwn ? { tagName, attribs: withoutMark(attribs) } : { tagName: NEUTRAL, attribs: {} };
    }
    if (tagName === 'img') return { tagName, attribs };
    if (tagName !== 'a' && isEmpty(attribs)) return { tagName, attribs };
    const kept = isOwn ? ownAttributes(attribs) : freeAttributes(tagName, attribs, state.nonce);
    if (tagName === 'a') linkTo(kept, attribs, context);
    return { tagName, attribs: kept };
  };
  const transformImage = (_tagName: string, attribs: Attributes): Element => {
    images++;
    if (images > MAX_IMAGES) state.isTruncated = true;
    return imageOf(attribs, images > MAX_IMAGES ? undefined : context, state.nonce);
  };
  const clean = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'ftp', 'xmpp'],
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'xmp',
      'noscript',
      'noembed',
      'noframes',
      'iframe',
      'template',
      'title',
      'plaintext',
    ],
    nestingLimit: MAX_NESTING,
    onOpenTag: () => nesting.open(),
    onCloseTag: () => nesting.close(),
    // The library runs the rule of a name first, then the one for all; only the former may set a text.
    transformTags: { img: transformImage, '*': transform },
  });
  // Only inside text of a raw element that was left open; it says nothing, but the result shall depend on the text alone.
  return clean.includes(state.nonce) ? clean.replaceAll(state.nonce, '') : clean;
}

/** See `RenderState.nonce` for why the mark must come first. */
function isMarked(attribs: Attributes, nonce: string): boolean {
  for (const name in attribs) return name === 'data-own' && attribs[name] === nonce;
  return false;
}

function isEmpty(attribs: Attributes): boolean {
  for (const _name in attribs) return false;
  return true;
}

function freeAttributes(tagName: string, attribs: Attributes, nonce: string): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(attribs)) {
    if (name === 'id' || (name === 'name' && tagName === 'a')) addId(kept, value);
    else if (name === 'class') addClasses(kept, value, FREE_CLASS);
    // A tag that was left open may have swallowed elements of ours.
    else if (FREE[name]?.test(value) && !value.includes(nonce)) kept[name] = value;
  }
  return kept;
}

function ownAttributes(attribs: Attributes): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(attribs)) {
    if (name === 'id') addId(kept, value);
    else if (name === 'class') addClasses(kept, value, OWN_CLASS);
    else if (name !== 'data-own') kept[name] = value;
  }
  return kept;
}

function addId(kept: Attributes, value: string): void {
  const id = prefixedId(value);
  if (id) kept['id'] = id;
}

function addClasses(kept: Attributes, value: string, allowed: RegExp): void {
  const classes = value.split(/\s+/).filter((name) => allowed.test(name));
  if (classes.length > 0) kept['class'] = classes.join(' ');
}

function linkTo(kept: Attributes, attribs: Attributes, context: PlainContext): void {
  delete kept['href'];
  const resolved = resolveLink(attribs['href'] ?? '', context);
  if (!resolved) return;
  kept['href'] = resolved.url;
  if (!resolved.isExternal) return;
  kept['rel'] = 'nofollow noreferrer noopener';
  kept['target'] = '_blank';
}

/** `src` comes first: `rewriteImages` relies on it. Without a context the image is over the limit. */
function imageOf(attribs: Attributes, context: PlainContext | undefined, nonce: string): Element {
  const resolved = context && resolveImage(attribs['src'] ?? '', context);
  if (!resolved) {
    return { tagName: NEUTRAL, attribs: {}, text: attribs['alt'] ?? '' };
  }
  const free = freeAttributes('img', attribs, nonce);
  return { tagName: 'img', attribs: { src: resolved.url, alt: '', ...free, loading: 'lazy' } };
}

function withoutMark(attribs: Attributes): Attributes {
  const { 'data-own': _mark, ...kept } = attribs;
  return kept;
}
