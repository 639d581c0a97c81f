import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';

/** The classes that the server's highlighter uses, so that a file looks alike while it is read and written. */
const classes = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.bool, tags.null, tags.self], class: 'hl-keyword' },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.link, tags.url],
    class: 'hl-string',
  },
  { tag: tags.comment, class: 'hl-comment' },
  { tag: tags.number, class: 'hl-number' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.macroName], class: 'hl-function' },
  { tag: [tags.typeName, tags.className, tags.namespace], class: 'hl-type' },
  { tag: [tags.tagName, tags.heading], class: 'hl-tag' },
  { tag: tags.propertyName, class: 'hl-property' },
  { tag: tags.attributeName, class: 'hl-attr' },
  { tag: [tags.meta, tags.labelName, tags.processingInstruction], class: 'hl-meta' },
  { tag: tags.operator, class: 'hl-operator' },
  { tag: tags.variableName, class: 'hl-variable' },
  { tag: tags.inserted, class: 'hl-inserted' },
  { tag: tags.deleted, class: 'hl-deleted' },
]);

const shapes = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.invalid, textDecoration: 'underline wavy var(--failed)' },
]);

/** Tokens only, so that both themes are right without the editor knowing which one is on. */
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface-raised)', color: 'var(--code-text)', fontSize: '0.78125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-code)',
    fontVariantLigatures: 'none',
    lineHeight: '20px',
    maxHeight: '70vh',
  },
  '.cm-content, .cm-gutter': { minHeight: '320px' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--diff-line-number)',
    borderRight: '1px solid var(--border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 50%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--diff-selected)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-specialChar': { color: 'var(--warning)' },
  '.cm-panels': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text)',
    borderColor: 'var(--border)',
    fontFamily: 'var(--font-interface)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    fontSize: '0.8125rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--border)',
    borderRadius: '6px',
    color: 'var(--text)',
    fontSize: '0.8125rem',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--diff-selected)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
});

export const editorTheme = [look, syntaxHighlighting(classes), syntaxHighlighting(shapes)];
