import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, TextSelection } from 'prosemirror-state';
import type { ToolName } from '../surface.ts';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

/** The block of this kind around the selection. */
function around(state: EditorState, ...types: NodeType[]): { node: Node; position: number } | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (types.includes(node.type)) return { node, position: $from.before(depth) };
  }
  return null;
}

const toggleQuote: Command = (state, dispatch) =>
  around(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

/** Into a list of this kind, from another kind to this, or out of it. */
function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const list = around(state, nodes.bullet_list, nodes.ordered_list);
    if (!list) return wrapInList(type)(state, dispatch);
    if (list.node.type === type) return liftListItem(nodes.list_item)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.position, type, { isTight: list.node.attrs['isTight'] as boolean }));
    return true;
  };
}

/** The selected items become tasks, or no tasks any more. */
const toggleTasks: Command = (state, dispatch, view) => {
  if (!around(state, nodes.list_item)) {
    if (!wrapInList(nodes.bullet_list)(state, dispatch)) return false;
    return dispatch && view ? toggleTasks(view.state, dispatch, view) : true;
  }
  const items: { node: Node; position: number }[] = [];
  const { from, to } = state.selection;
  state.doc.nodesBetween(from, to, (node, position) => {
    if (node.type === nodes.list_item) items.push({ node, position });
  });
  const isTask = items.every(({ node }) => node.attrs['checked'] !== null);
  const tr = state.tr;
  for (const { position } of items) tr.setNodeMarkup(position, null, { checked: isTask ? null : false });
  dispatch?.(tr);
  return true;
};

const toggle = (type: MarkType): Command => toggleMark(type, null, { removeWhenPresent: false });

export const toolCommands: Record<Exclude<ToolName, 'link'>, Command> = {
  bold: toggle(marks.strong),
  italic: toggle(marks.em),
  strikethrough: toggle(marks.strike),
  code: toggle(marks.code),
  quote: toggleQuote,
  bullets: toggleList(nodes.bullet_list),
  numbers: toggleList(nodes.ordered_list),
  tasks: toggleTasks,
};

/** Puts a link on what is selected, or its address as a text where nothing is. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    if (href === '') return toggleMark(marks.link)(state, dispatch);
    const tr = empty ? state.tr.insertText(href) : state.tr;
    const end = empty ? from + href.length : to;
    tr.removeMark(from, end, marks.link).addMark(from, end, marks.link.create({ href }));
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)).setStoredMarks([]));
    return true;
  };
}

/** Enter at the end of code leaves it after two empty lines. */
export const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.type.spec.code || $from.parentOffset < $from.parent.content.size) return false;
  const text = $from.parent.textContent;
  if (text !== '\n' && !text.endsWith('\n\n')) return false;
  const end = $from.after();
  const tr = state.tr.insert(end, nodes.paragraph.create()).delete($from.pos - 1, $from.pos);
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView());
  return true;
};

export const toParagraph: Command = setBlockType(nodes.paragraph);
