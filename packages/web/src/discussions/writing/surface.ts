/** What the toolbar can do to a text, in whichever way it is written. */
export type ToolName =
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'quote'
  | 'code'
  | 'link'
  | 'bullets'
  | 'numbers'
  | 'tasks';

/** Selected places of the Markdown. */
export type TextSelection = { start: number; end: number };

/** Where a text is written: a plain field, or one that looks like what comes of it. */
export type Surface = {
  /** The Markdown as it is at this moment, however fast it is typed. */
  read: () => string;
  focus: () => void;
  hasFocus: () => boolean;
  selection: () => TextSelection;
  select: (selection: TextSelection) => void;
  run: (tool: ToolName) => void;
  /** Replaces a piece of the Markdown; the caret stays where it was meant to be. */
  replace: (from: number, to: number, inserted: string) => void;
  /** The same as one step that can be taken back by the keys for it; `selected` of the Markdown is chosen then. */
  rewrite: (from: number, to: number, inserted: string, selected: TextSelection) => void;
  /** Markdown in place of the selection, also as one step; the caret stands behind it. */
  insertText: (markdown: string) => void;
  /** Places of files that are on their way, at the caret. */
  insertPlaceholders: (places: readonly string[]) => void;
  /** Lines of their own at the caret; `selected` are chosen then, counted from their first sign. */
  insertBlock: (markdown: string, selected?: TextSelection) => void;
};
