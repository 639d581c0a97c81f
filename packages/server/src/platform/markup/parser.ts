import type { default as ParserClass, MarkdownIt as Parser, Token } from 'markdown-it';
import { createRequire } from 'node:module';
import { autolinks } from './autolinks.ts';
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
import { strikethrough } from './plugins/strikethrough.ts';
import { tableOfContents } from './plugins/table-of-contents.ts';
import { tagFilter } from './plugins/tag-filter.ts';
import { taskLists } from './plugins/task-lists.ts';

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
  autolinks(md);
  strikethrough(md);
  md.core.ruler.push('table_align', (state) => state.tokens.forEach(alignByAttribute));
  return md;
}

/** The whole syntax. Its environment is made by `RenderState.toEnv`. */
export function createMarkupParser(): Parser {
  const md = createCoreParser();
  tagFilter(md);
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

/** The parser writes `style="text-align:…"`; styles do not pass the sanitiser, and `align` needs no permission. */
function alignByAttribute(token: Token): void {
  const at = token.type === 'th_open' || token.type === 'td_open' ? token.attrIndex('style') : -1;
  const style = at >= 0 ? token.attrs?.[at] : undefined;
  if (style) token.attrs?.splice(at, 1, ['align', String(style[1]).replace('text-align:', '')]);
}
