import { closeHistory } from 'prosemirror-history';
import { Fragment, Slice } from 'prosemirror-model';
import { EditorState, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Surface, TextSelection as Range, ToolName } from '../surface.ts';
import { setLink, toolCommands } from './commands.ts';
import { nodeViews } from './node-views.ts';
import { richPlugins } from './plugins.ts';
import { readHtml } from './read-html.ts';
import { readInline, readMarkdown } from './read-markdown.ts';
import { RichDocument } from './rich-document.ts';
import { schema } from './schema.ts';

export type RichEditorPorts = {
  onText: (text: string) => void;
  /** After every change of text or selection. */
  onState: (view: EditorView) => void;
  /** True when the key was taken. */
  onKey: (event: KeyboardEvent) => boolean;
  uploadsPath: string | null;
};

/** A text that is edited as it looks, and kept as Markdown. */
export class RichEditor implements Omit<Surface, 'run'> {
  readonly view: EditorView;
  readonly #ports: RichEditorPorts;
  #rich: RichDocument;
  #text: string;

  constructor(place: HTMLElement, source: string, isEditable: () => boolean, ports: RichEditorPorts) {
    this.#ports = ports;
    this.#text = source;
    this.#rich = new RichDocument(source);
    this.view = new EditorView(
      { mount: place },
      {
        state: EditorState.create({ doc: this.#rich.doc, plugins: richPlugins() }),
        editable: isEditable,
        nodeViews: nodeViews(ports.uploadsPath),
        handleKeyDown: (_view, event) => ports.onKey(event),
        // The browser's own reading of HTML would have to be trusted.
        handleDOMEvents: {
          paste: (_view, event) => this.#take(event, event.clipboardData),
          drop: (view, event) => {
            if (view.dragging !== null || !view.editable) return false;
            const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
            if (found) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(found.pos))));
            return this.#take(event, event.dataTransfer);
          },
        },
        clipboardTextSerializer: (slice) => this.#write(slice),
        dispatchTransaction: (tr) => {
          const state = this.view.state.apply(tr);
          this.view.updateState(state);
          if (tr.docChanged && tr.getMeta('sync') !== true) {
            this.#text = this.#rich.write(state.doc);
            ports.onText(this.#text);
          }
          ports.onState(this.view);
        },
      },
    );
  }

  read = (): string => this.#text;
  focus = (): void => this.view.focus();
  hasFocus = (): boolean => this.view.hasFocus();

  selection = (): Range => {
    const { doc, selection } = this.view.state;
    const side = selection.empty ? 'behind' : 'before';
    return { start: this.#rich.offsetOf(doc, selection.from, side), end: this.#rich.offsetOf(doc, selection.to) };
  };

  select = ({ start, end }: Range): void => {
    const { doc } = this.view.state;
    const at = (offset: number) => doc.resolve(Math.min(doc.content.size, this.#rich.positionOf(doc, offset)));
    this.#dispatch(this.view.state.tr.setSelection(TextSelection.between(at(start), at(end))).scrollIntoView());
  };

  /** Takes a text that came from outside; what is the same in it stays, with the selection. */
  sync(source: string, canBeTakenBack = false): void {
    if (source === this.#text) return;
    this.#text = source;
    this.#rich = new RichDocument(source);
    const { doc } = this.view.state;
    const next = this.#rich.doc;
    const start = doc.content.findDiffStart(next.content);
    const end = doc.content.findDiffEnd(next.content);
    if (start === null || end === null) return;
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    const tr = this.view.state.tr;
    const replaced = attempt(() => tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap)));
    const change = replaced?.doc.eq(next)
      ? replaced
      : this.view.state.tr.replaceWith(0, doc.content.size, next.content);
    change.setMeta('sync', true);
    this.#dispatch(canBeTakenBack ? closeHistory(change) : change.setMeta('addToHistory', false));
  }

  replace = (from: number, to: number, inserted: string): void => {
    const text = this.#text.slice(0, from) + inserted + this.#text.slice(to);
    this.sync(text);
    this.#ports.onText(text);
  };

  rewrite = (from: number, to: number, inserted: string, selected: Range): void => {
    const text = this.#text.slice(0, from) + inserted + this.#text.slice(to);
    this.sync(text, true);
    this.#ports.onText(text);
    this.select(selected);
    this.focus();
  };

  insertText = (markdown: string): void => {
    const tr = this.#withText(markdown, new RichDocument(markdown).doc);
    const { $from } = tr.selection;
    // Behind what was put in, not before what follows it.
    const isAtStart = $from.depth > 0 && $from.parentOffset === 0;
    const behind = isAtStart ? Selection.findFrom(tr.doc.resolve($from.before()), -1, true) : null;
    this.#dispatch(closeHistory(behind ? tr.setSelection(behind) : tr));
    this.focus();
  };

  insertPlaceholders = (places: readonly string[]): void => {
    const parts = places.flatMap((place, index) => [
      ...(index > 0 ? [schema.nodes.soft_break.create()] : []),
      ...readInline(place),
    ]);
    const tr = this.view.state.tr.replaceSelection(new Slice(Fragment.from(parts), 0, 0));
    this.#dispatch(tr.scrollIntoView());
    this.focus();
  };

  insertBlock = (markdown: string, selected?: Range): void => {
    const nodes = readMarkdown(markdown).blocks.map((block) => block.node);
    const { $from } = this.view.state.selection;
    const isFree = $from.depth > 0 && $from.node(1).type === schema.nodes.paragraph && $from.node(1).content.size === 0;
    const [from, to] =
      $from.depth === 0 ? [$from.pos, $from.pos] : [isFree ? $from.before(1) : $from.after(1), $from.after(1)];
    const tr = this.view.state.tr.replaceWith(from, to, nodes);
    const [first] = nodes;
    const length = first?.content.size ?? 0;
    // A block that shows its Markdown has the places of it; of others all that they hold is chosen.
    const isSource = first?.type === schema.nodes.source_block;
    const [start, end] = isSource && selected ? [selected.start, selected.end] : [0, length];
    const ends = selected && first?.isTextblock ? [from + 1 + start, from + 1 + end] : null;
    tr.setSelection(
      ends ? TextSelection.create(tr.doc, ends[0] ?? 0, ends[1]) : Selection.near(tr.doc.resolve(from + 1)),
    );
    this.#dispatch(tr.scrollIntoView());
    this.focus();
  };

  runTool(tool: Exclude<ToolName, 'link'>): void {
    toolCommands[tool](this.view.state, (tr) => this.#dispatch(tr), this.view);
    this.focus();
  }

  link(href: string): void {
    setLink(href)(this.view.state, (tr) => this.#dispatch(tr), this.view);
    this.focus();
  }

  /** Of the link that the selection stands in. */
  linkHref(): string {
    const { $from, from, to } = this.view.state.selection;
    let href = String(schema.marks.link.isInSet($from.marks())?.attrs['href'] ?? '');
    this.view.state.doc.nodesBetween(from, to, (node) => {
      href ||= String(schema.marks.link.isInSet(node.marks)?.attrs['href'] ?? '');
    });
    return href;
  }

  /** Words of the Markdown in place of what was typed in the block of the caret. */
  complete(from: number, to: number, inserted: string): void {
    const start = this.view.state.selection.$from.start();
    const words = inserted.trimEnd();
    const parts = [...readInline(words), ...(words === inserted ? [] : [schema.text(' ')])];
    const tr = this.view.state.tr.replaceWith(start + from, start + to, parts);
    const end = start + from + Fragment.from(parts).size;
    this.#dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).setStoredMarks([]).scrollIntoView());
    this.focus();
  }

  destroy(): void {
    this.view.destroy();
  }

  #dispatch(tr: Transaction): void {
    this.view.dispatch(tr);
  }

  #write(slice: Slice): string {
    const { selection } = this.view.state;
    if (selection instanceof NodeSelection || slice.openStart === 0) {
      const doc = attempt(() => schema.nodes.doc.createChecked(null, slice.content));
      if (doc) return new RichDocument('').write(doc).trim();
    }
    const first = slice.content.firstChild;
    if (slice.content.childCount === 1 && first?.type.spec.code === true) return first.textContent;
    const doc = attempt(() => schema.nodes.doc.createChecked(null, slice.content));
    return doc
      ? new RichDocument('').write(doc).trim()
      : slice.content.textBetween(0, slice.content.size, '\n\n', '\n');
  }

  #take(event: Event, data: DataTransfer | null): boolean {
    event.preventDefault();
    const text = data?.getData('text/plain').replaceAll(/\r\n?/g, '\n') ?? '';
    if (text === '' || !this.view.editable) return true;
    this.#dispatch(this.#withText(text, readHtml(data?.getData('text/html') ?? '') ?? new RichDocument(text).doc));
    return true;
  }

  /** A text in place of the selection: one line goes on in the line of the caret, more stand as they are in `doc`. */
  #withText(text: string, doc: RichDocument['doc']): Transaction {
    const { state } = this.view;
    if (state.selection.$from.parent.type.spec.code === true) return state.tr.insertText(text).scrollIntoView();
    const isOneLine = doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph;
    const [lead = '', tail = ''] = [/^ +/.exec(text)?.[0], / +$/.exec(text)?.[0]];
    const spaced = (part: string) => (part === '' ? [] : [schema.text(part)]);
    const words = doc.firstChild?.content ?? Fragment.empty;
    const line = Fragment.from(spaced(lead))
      .append(words)
      .append(Fragment.from(spaced(tail)));
    const slice = isOneLine ? new Slice(line, 0, 0) : new Slice(doc.content, 0, 0);
    return state.tr.replaceSelection(slice).scrollIntoView();
  }
}

function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    // A step that does not fit; whoever asked has another way.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
