import type { default as ParserClass, MarkdownIt as Parser, StateInline, Token } from 'markdown-it';
import { createRequire } from 'node:module';
import { MAX_NESTING } from './limits.ts';
import { alerts } from './plugins/alerts.ts';
import { codeBlocks } from './plugins/code-blocks.ts';
import { descriptionLists } from './plugins/description-lists.ts';
import { footnotes } from './plugins/footnotes.ts';
import { frontMatter } from './plugins/front-matter.ts';
import { headings } from './plugins/headings.ts';
import { inlineDiffs } from './plugins/inline-diffs.ts';
import { inlineText } from './plugins/inline-text.ts';
import { math } from './plugins/math.ts';
import { quoteFences } from './plugins/quote-fences.ts';
import { tableOfContents } from './plugins/table-of-contents.ts';
import { taskLists } from './plugins/task-lists.ts';

type Match = NonNullable<ReturnType<Parser['linkify']['match']>>[number];

const DIRECTED = new Set([
  'paragraph_open',
  'heading_open',
  'bullet_list_open',
  'ordered_list_open',
  'blockquote_open',
  'table_open',
  'dt_open',
  'dd_open',
]);

const load = createRequire(import.meta.url);

/** CommonMark with the tables, strikethrough and links without brackets of GFM; nothing of ours. */
export function createCoreParser(): Parser {
  // Loaded by the first text, not at start: an idle server does without its seven megabytes.
  const MarkdownIt: typeof ParserClass = load('markdown-it');
  const md = new MarkdownIt({ html: true, linkify: true, typographer: false, maxNesting: MAX_NESTING });
  // Only what names a protocol, `www.` or an address of a person becomes a link: `README.md` is a file, not Moldova.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  md.linkify.add('ftp:', null).add('//', null);
  md.linkify.add('www.', {
    validate: (text, pos, self) => {
      const length = self.testSchemaAt(`http://www.${text.slice(pos, pos + 2_000)}`, 'http:', 5);
      return Math.max(0, length - '//www.'.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  const match = md.linkify.match.bind(md.linkify);
  md.linkify.match = (text) => match(text)?.map((found) => withoutEntity(found, text)) ?? null;
  // A mark such as `+` is never part of a host; the links' own rule takes it for a letter.
  const { validateLink } = md;
  md.validateLink = (url) => validateLink(url) && !/^mailto:[^?]*@[^?]*[+!#$%^*]/i.test(url);
  md.inline.ruler.before('strikethrough', 'long_tildes', keepLongTildes);
  md.renderer.rules['s_open'] = () => '<del>';
  md.renderer.rules['s_close'] = () => '</del>';
  md.core.ruler.push('table_align', (state) => state.tokens.forEach(alignByAttribute));
  return md;
}

/** The whole syntax. Its environment is made by `RenderState.toEnv`. */
export function createMarkupParser(): Parser {
  const md = createCoreParser();
  footnotes(md);
  frontMatter(md);
  quoteFences(md);
  descriptionLists(md);
  taskLists(md);
  alerts(md);
  codeBlocks(md);
  math(md);
  inlineDiffs(md);
  inlineText(md);
  headings(md);
  tableOfContents(md);
  md.core.ruler.push('direction', (state) => {
    // Each block finds its own direction, so that controls in one can't reorder another.
    for (const token of state.tokens) if (DIRECTED.has(token.type)) token.attrSet('dir', 'auto');
  });
  md.core.ruler.push('alert_titles', (state) => {
    if (!state.tokens.some((token) => token.meta?.['title'])) return;
    state.tokens = state.tokens.flatMap((token) => {
      const title = token.meta?.['title'];
      return title instanceof state.Token ? [token, title] : [token];
    });
  });
  return md;
}

/** What reads like an entity at the end of an address is none of it. */
function withoutEntity(found: Match, text: string): Match {
  const entity = text.charAt(found.lastIndex) === ';' ? /&[a-z\d]{1,40}$/i.exec(found.raw)?.[0] : undefined;
  if (entity === undefined) return found;
  const cut = (written: string) => written.slice(0, -entity.length);
  return Object.assign(found, {
    lastIndex: found.lastIndex - entity.length,
    raw: cut(found.raw),
    text: cut(found.text),
    url: cut(found.url),
  });
}

/** Three tildes and more are not strikethrough, so that a fence in a line stays what it is. */
function keepLongTildes(state: StateInline, silent: boolean): boolean {
  let end = state.pos;
  while (end < state.posMax && state.src.charAt(end) === '~') end++;
  if (end - state.pos < 3) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

/** The parser writes `style="text-align:…"`; styles do not pass the sanitiser, and `align` needs no permission. */
function alignByAttribute(token: Token): void {
  const at = token.type === 'th_open' || token.type === 'td_open' ? token.attrIndex('style') : -1;
  const style = at >= 0 ? token.attrs?.[at] : undefined;
  if (style) token.attrs?.splice(at, 1, ['align', String(style[1]).replace('text-align:', '')]);
}
