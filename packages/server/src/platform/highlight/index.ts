/**
 * Colours for source code: lines of escaped HTML with `hl-*` classes. Owns: languages by name, limits, the cache by blob
 * id. May not know: repositories, the database. Start at `highlight-blob.ts`.
 */
export { linesOf } from './escape-code.ts';
export {
  type Blob,
  BlobHighlighter,
  configureHighlighting,
  highlightBlob,
  type HighlightOptions,
  type HighlightStore,
} from './highlight-blob.ts';
export { highlightLines, MAX_HIGHLIGHT_CHARS, MAX_HIGHLIGHT_LINE_CHARS, plainLines } from './highlight-lines.ts';
export { languageNamed, languageOf } from './languages.ts';
export { TOKEN_CLASSES, type TokenClass } from './token-classes.ts';
