import type { default as ParserClass, MarkdownIt as Parser, StateInline, Token } from 'markdown-it';
import { createRequire } from 'node:module';
import { MAX_NESTING } from './limits.ts';
import { alerts } from './plugins/alerts.ts';
import { codeBlocks } from './plugins/code-blocks.ts';
import { footnotes } from './plugins/footnotes.ts';
import { headings } from './plugins/headings.ts';
import { inlineText } from './plugins/inline-text.ts';
import { taskLists } from './plugins/task-lists.ts';

const DIRECTED = new Set([
  'paragraph_open',
  'heading_open',
  'bullet_list_open',
  'ordered_list_open',
  'blockquote_open',
  'table_open',
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
  taskLists(md);
  alerts(md);
  codeBlocks(md);
  inlineText(md);
  headings(md);
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
