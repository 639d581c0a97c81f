import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, type Plugin } from 'prosemirror-state';
import { leaveCode, toolCommands, toParagraph } from './commands.ts';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

/** Backspace at the start of a heading or of empty code makes it a paragraph. */
const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const isPlain = parent.type === nodes.heading || (parent.type.spec.code === true && parent.content.size === 0);
  return empty && $from.parentOffset === 0 && isPlain && toParagraph(state, dispatch);
};

/** A new task begins open, whatever the one before it is. */
const splitItem: Command = (state, dispatch) => {
  const item = state.selection.$from.node(-1);
  const isTask = item?.type === nodes.list_item && item.attrs['checked'] !== null;
  return splitListItem(nodes.list_item, isTask ? { checked: false } : undefined)(state, dispatch);
};

/** Words between these signs get the mark as soon as the last sign is typed. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, lead = '', words = ''] = match;
    if (words.trim() !== words) return null;
    const from = start + lead.length;
    const tr = state.tr;
    const openSigns = (whole.length - lead.length - words.length) / 2;
    // The last sign is not in the document yet.
    tr.delete(from + openSigns + words.length, end).delete(from, from + openSigns);
    return tr.addMark(from, from + words.length, type.create()).removeStoredMark(type);
  });
}

const task = new InputRule(/^\[([ xX]?)\] $/, (state, match, start, end) => {
  const $from = state.doc.resolve(start);
  if ($from.node(-1)?.type !== nodes.list_item) return null;
  return state.tr.delete(start, end).setNodeMarkup($from.before(-1), null, { checked: /x/i.test(match[1] ?? '') });
});

/** What is typed as Markdown becomes what it means. */
const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, (match) => ({ level: match[1]?.length ?? 1 })),
    textblockTypeInputRule(/^```([\w+-]*)\s$/, nodes.code_block, (match) => ({ info: match[1] ?? '' })),
    wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list, (match) => ({ marker: match[1] ?? '-' })),
    wrappingInputRule(/^(\d{1,9})([.)])\s$/, nodes.ordered_list, (match) => ({
      start: Number(match[1]),
      marker: match[2],
    })),
    task,
    markRule(/(^|[\s(])\*\*([^*]+)\*\*$/, marks.strong),
    markRule(/(^|[\s(])_([^_]+)_$/, marks.em),
    markRule(/(^|[\s(])~~([^~]+)~~$/, marks.strike),
    markRule(/(^|[\s(])`([^`]+)`$/, marks.code),
  ],
});

export function richPlugins(): Plugin[] {
  return [
    rules,
    keymap({
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Mod-b': toolCommands.bold,
      'Mod-i': toolCommands.italic,
      'Mod-e': toolCommands.code,
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      'Mod-Alt-0': toParagraph,
      'Shift-Enter': chainCommands(exitCode, breakLine),
      Enter: chainCommands(leaveCode, splitItem),
      Backspace: plainAtStart,
    }),
    keymap(baseKeymap),
    history(),
  ];
}
