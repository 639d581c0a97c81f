/**
 * Colours for source code: lines of escaped HTML with `hl-*` classes. Owns: languages by name, limits, the cache by blob
 * id. May not know: repositories, the database. Start at `highlight-blob.ts`.
 */
export { escapeCode, escapeLine, linesOf } from './escape-code.ts';
export {
  areFleeting,
  type Blob,
  configureHighlighting,
  highlightBlob,
  type HighlightOptions,
  knownLines,
} from './highlight-blob.ts';
export { MAX_HIGHLIGHT_CHARS } from './highlight-lines.ts';
export { languageOf } from './languages.ts';
export type { TokenClass } from './token-classes.ts';
