import { createRequire } from 'node:module';
import { escapeCode, linesOf, normaliseEnds } from './escape-code.ts';
import { GRAMMARS } from './languages.ts';
import { LineEmitter } from './line-emitter.ts';

/** A longer file is shown without colours. UTF-16 units. */
export const MAX_HIGHLIGHT_CHARS = 512 * 1024;
/** A file with a longer line (minified, generated) is shown without colours. UTF-16 units. */
export const MAX_HIGHLIGHT_LINE_CHARS = 5_000;

/** What we use of highlight.js. Its own types would bring the browser's globals into the server's type check. */
type Engine = {
  highlight: (code: string, options: { language: string; ignoreIllegals: boolean }) => Result;
  registerLanguage: (name: string, grammar: (engine: Engine) => Grammar) => void;
  configure: (options: { __emitter: typeof LineEmitter }) => void;
  newInstance: () => Engine;
};
type Grammar = { classNameAliases?: Record<string, string> };
type Result = { _emitter: LineEmitter; errorRaised?: Error };

/** Grammars that another one switches to. Without them the embedded part is plain text. */
const EMBEDS: Record<string, string[]> = {
  coffeescript: ['javascript'],
  django: ['xml'],
  dockerfile: ['bash'],
  erb: ['ruby', 'xml'],
  haml: ['ruby'],
  handlebars: ['xml'],
  http: ['json', 'xml'],
  javascript: ['xml', 'css', 'graphql'],
  markdown: ['xml'],
  php: ['xml'],
  qml: ['xml'],
  shell: ['bash'],
  twig: ['xml'],
  typescript: ['xml', 'css', 'graphql'],
  xml: ['css', 'javascript'],
};

/** Scopes that mean something else in one language. */
const ALIASES: Record<string, Record<string, string>> = {
  typescript: { built_in: 'type' },
};

const load = createRequire(import.meta.url);
let engine: Engine | undefined;
const loaded = new Set<string>();

/**
 * The lines of a text as HTML, each complete in itself: escaped, with `hl-*` classes only. Unknown languages and texts
 * over the limits are escaped only. Runs to the end on the calling thread, and a grammar may be slow on hostile text,
 * so only workers call it for text of unbounded origin.
 */
export function highlightLines(text: string, language: string | undefined): string[] {
  if (!canHighlight(text, language)) return plainLines(text);
  const result = engineWith(language).highlight(normaliseEnds(text), { language, ignoreIllegals: true });
  if (result.errorRaised) return plainLines(text);
  const lines = result._emitter.toLines();
  if (lines.length > 1 && text.endsWith('\n')) lines.pop();
  return lines;
}

/** False when the lines will be escaped only, whoever asks. */
export function canHighlight(text: string, language: string | undefined): language is string {
  return language !== undefined && GRAMMARS.has(language) && !isTooLarge(text);
}

/** The same lines without colours. */
export function plainLines(text: string): string[] {
  return linesOf(text).map(escapeCode);
}

function isTooLarge(text: string): boolean {
  if (text.length > MAX_HIGHLIGHT_CHARS) return true;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    if ((end < 0 ? text.length : end) - from > MAX_HIGHLIGHT_LINE_CHARS) return true;
    if (end < 0) return false;
    from = end + 1;
  }
  return false;
}

/** Grammars are loaded when first used: all of them would cost tens of megabytes. */
function engineWith(language: string): Engine {
  if (!engine) {
    const core: Engine = load('highlight.js/lib/core');
    engine = core.newInstance();
    engine.configure({ __emitter: LineEmitter });
  }
  register(engine, language);
  return engine;
}

function register(target: Engine, language: string): void {
  if (loaded.has(language)) return;
  loaded.add(language);
  const define: (engine: Engine) => Grammar = load(`highlight.js/lib/languages/${language}`);
  target.registerLanguage(language, (own) => {
    const grammar = define(own);
    return { ...grammar, classNameAliases: { ...grammar.classNameAliases, ...ALIASES[language] } };
  });
  for (const embedded of EMBEDS[language] ?? []) register(target, embedded);
}
