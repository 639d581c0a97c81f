export type MarkdownSelection = { text: string; start: number; end: number };
/** A change to text and selection, as a toolbar button makes it. */
export type MarkdownEdit = (selection: MarkdownSelection) => MarkdownSelection;

/** Puts marks around the selection, or takes them away when they are there already. */
export function surround(before: string, after = before): MarkdownEdit {
  return ({ text, start, end }) => {
    const isMarked =
      text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after;
    if (isMarked) {
      return {
        text: text.slice(0, start - before.length) + text.slice(start, end) + text.slice(end + after.length),
        start: start - before.length,
        end: end - before.length,
      };
    }
    return {
      text: text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end),
      start: start + before.length,
      end: end + before.length,
    };
  };
}

/** Puts a prefix before each selected line. */
export function prefixLines(prefix: (index: number) => string): MarkdownEdit {
  return ({ text, start, end }) => {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const lines = text.slice(from, end).split('\n');
    const changed = lines.map((line, index) => prefix(index) + line).join('\n');
    return { text: text.slice(0, from) + changed + text.slice(end), start: from, end: from + changed.length };
  };
}

/** A block that proposes the lines themselves, to be changed, and where they stand in it. */
export function suggestionBlock(lines: { text: string; above: number }): {
  markdown: string;
  selected: { start: number; end: number };
} {
  // The fence is longer than any in the lines.
  const longest = Math.max(2, ...(lines.text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const open = `${fence}suggestion:-${lines.above}+0\n`;
  const markdown = `${open}${lines.text}\n${fence}`;
  return { markdown, selected: { start: open.length, end: open.length + lines.text.length } };
}

/** Puts lines of their own in place of the selection; the caret stands behind them. */
export function insertBlock(block: string): MarkdownEdit {
  return ({ text, start, end }) => {
    const before = text.slice(0, start);
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    const inserted = `${gap}${block}\n`;
    const caret = start + inserted.length;
    return { text: `${before}${inserted}${text.slice(end)}`, start: caret, end: caret };
  };
}
