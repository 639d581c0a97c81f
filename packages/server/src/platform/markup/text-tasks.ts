import type { PlainContext, RenderedText } from './rendered-markdown.ts';

export type MarkdownTask = { kind: 'markdown'; text: string; context: PlainContext };
export type HighlightTask = { kind: 'highlight'; text: string; language: string | undefined };
export type TextTask = MarkdownTask | HighlightTask;

export type TextAnswer = { kind: 'markdown'; rendered: RenderedText } | { kind: 'highlight'; lines: string[] };
