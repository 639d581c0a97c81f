/**
 * Text that users write, made safe to show. Owns: Markdown to HTML, its budgets, the sanitiser, references as
 * placeholders, emoji names, marks for misleading characters. May not know: users, projects, the database.
 * Start at `render-markdown.ts` (phase one) and `redact-references.ts` (phase two, per reader).
 */
export { findEmoji, listEmoji } from './emoji.ts';
export { escapeHtml, unescapeHtml } from './escape-html.ts';
export { findInvisible, type InvisibleKind, type InvisibleRange, markInvisible } from './find-invisible.ts';
export { firstLineHtml } from './first-line-html.ts';
export { lastingUploads } from './lasting-uploads.ts';
export { type LocatedReference, locateReferences } from './locate-references.ts';
export { type PlainTextOptions, plainText } from './plain-text.ts';
export { redactReferences } from './redact-references.ts';
export { renderMarkdown } from './render-markdown.ts';
export type {
  CommitRangeReference,
  CommitReference,
  ImageUrl,
  MarkdownContext,
  MarkdownReferences,
  NamedReference,
  NumberedReference,
  PlainReason,
  Reference,
  ReferenceMap,
  RenderedMarkdown,
  ResolvedReference,
  Suggestion,
  TaskItem,
} from './rendered-markdown.ts';
export { type FoundReference, type ReferenceKind, scanReferences } from './scan-references.ts';
export { changedTasks, countTasks, setTask, type SourceTask, type TaskChange } from './task-items.ts';
export { closeMarkup, textThreads } from './text-workers.ts';
export { mailHtmlToText } from './mail-html-to-text.ts';
