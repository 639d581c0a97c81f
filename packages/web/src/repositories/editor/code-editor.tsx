import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { PartKeys } from '../../lib/hotkey-registry.ts';
import { hotkeys } from '../../lib/hotkeys.ts';
import { pageNonce } from '../../ui/page-nonce.ts';
import { indentOf, separatorOf } from '../model/line-endings.ts';
import { editorLanguage } from './editor-languages.ts';
import { editorTheme } from './editor-theme.ts';

export type CodeEditorHandle = {
  /** The text as it is now, with the line ends it came with. */
  text: () => string;
  /** Puts another text in its place; it can be undone. */
  replace: (text: string) => void;
  focus: () => void;
  /** For what is added to the editor with `extensions`; null while it is not there. */
  view: () => EditorView | null;
};

export type CodeEditorProps = {
  initial: string;
  label: string;
  /** Editor's language name; null for plain text. */
  language: string | null;
  isWrapped: boolean;
  onChange: () => void;
  /** Keys that are asked before those of the editor, and what they do. */
  submitKeys: PartKeys;
  onSubmit: () => void;
  handle: RefObject<CodeEditorHandle | null>;
  /** What this file alone can do; read once. */
  extensions?: Extension;
};

/**
 * Typing over a selection. Left to itself, the browser keeps the look of what was there in a style attribute, which the
 * content security policy forbids, and says so in the console.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing || !event.cancelable) return false;
    if (view.state.selection.main.empty) return false;
    view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

type Parts = { language: Compartment; wrap: Compartment };

/** Mixed line ends are kept in the lines; pure ones are put back when the text is taken out. */
function separation(text: string): { extension: Extension; join: (text: string) => string } {
  const separator = separatorOf(text);
  if (separator !== '\n') return { extension: [], join: (plain) => plain.replaceAll('\n', separator) };
  return { extension: text.includes('\r') ? EditorState.lineSeparator.of('\n') : [], join: (plain) => plain };
}

function createView(parent: HTMLElement, props: CodeEditorProps, parts: Parts, callbacks: RefObject<CodeEditorProps>) {
  const nonce = pageNonce();
  const submitting = EditorView.domEventHandlers({
    keydown: (event) => {
      if (hotkeys.pressed(props.submitKeys, event) === undefined) return false;
      callbacks.current.onSubmit();
      return true;
    },
  });
  const { extension, join } = separation(props.initial);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: props.initial,
      extensions: [
        extension,
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        highlightSelectionMatches(),
        bracketMatching(),
        indentOnInput(),
        typeOver,
        indentUnit.of(indentOf(props.initial)),
        EditorState.tabSize.of(4),
        search({ top: true }),
        Prec.high(submitting),
        keymap.of([...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
        EditorView.contentAttributes.of({
          'aria-label': props.label,
          tabindex: '0',
          autocapitalize: 'off',
          autocorrect: 'off',
          spellcheck: 'false',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) callbacks.current.onChange();
        }),
        props.extensions ?? [],
        parts.language.of([]),
        parts.wrap.of(props.isWrapped ? EditorView.lineWrapping : []),
        editorTheme,
      ],
    }),
  });
  return { view, join };
}

/** A text editor for code. It keeps its own text; `handle` reads and replaces it. */
export default function CodeEditor(props: CodeEditorProps) {
  const { language, isWrapped, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof createView> | null>(null);
  const parts = useRef<Parts>({ language: new Compartment(), wrap: new Compartment() });
  const callbacks = useRef(props);
  useEffect(() => {
    callbacks.current = props;
  });

  useEffect(() => {
    if (host.current === null) return undefined;
    const made = createView(host.current, callbacks.current, parts.current, callbacks);
    editor.current = made;
    return () => {
      made.view.destroy();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const extension = await editorLanguage(language).catch((): Extension => []); // Colours are no reason to fail.
      if (isCurrent) editor.current?.view.dispatch({ effects: parts.current.language.reconfigure(extension) });
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [language]);

  useEffect(() => {
    const wrap = isWrapped ? EditorView.lineWrapping : [];
    editor.current?.view.dispatch({ effects: parts.current.wrap.reconfigure(wrap) });
  }, [isWrapped]);

  useImperativeHandle(handle, () => ({
    text: () => {
      const made = editor.current;
      return made === null ? callbacks.current.initial : made.join(made.view.state.sliceDoc());
    },
    replace: (text) => {
      const view = editor.current?.view;
      view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) } });
    },
    focus: () => editor.current?.view.focus(),
    view: () => editor.current?.view ?? null,
  }));

  return <div ref={host} />;
}
