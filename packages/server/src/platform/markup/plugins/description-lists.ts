import type { MarkdownIt, StateBlock } from 'markdown-it';

type Entry = { line: number; end: number; text: string };

/** A term in one line, and below it its descriptions, each behind a colon. */
export function descriptionLists(md: MarkdownIt): void {
  md.block.ruler.before('paragraph', 'description_list', descriptionList);
}

function descriptionList(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || firstDescription(state, startLine, endLine) === undefined) return false;
  const list = state.push('dl_open', 'dl', 1);
  let line = startLine;
  for (;;) {
    const first = firstDescription(state, line, endLine);
    if (first === undefined) break;
    push(state, 'dt', { line, end: line + 1, text: textOf(state, line) });
    line = first;
    while (isDescription(state, line, endLine)) {
      const entry = readDescription(state, line, endLine);
      push(state, 'dd', entry);
      line = skipEmpty(state, entry.end, endLine, isDescription);
    }
    line = skipEmpty(state, line, endLine, (_state, next) => firstDescription(state, next, endLine) !== undefined);
  }
  list.map = [startLine, line];
  state.push('dl_close', 'dl', -1);
  state.line = line;
  return true;
}

function push(state: StateBlock, tag: 'dt' | 'dd', { line, end, text }: Entry): void {
  state.push(`${tag}_open`, tag, 1).map = [line, end];
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.map = [line, end];
  inline.children = [];
  state.push(`${tag}_close`, tag, -1);
}

/** Line of the first description when this line is a term: right below, or after one empty line. */
function firstDescription(state: StateBlock, line: number, endLine: number): number | undefined {
  if (line >= endLine || !isText(state, line) || isDescription(state, line, endLine)) return undefined;
  if (isDescription(state, line + 1, endLine)) return line + 1;
  return line + 1 < endLine && state.isEmpty(line + 1) && isDescription(state, line + 2, endLine)
    ? line + 2
    : undefined;
}

function isDescription(state: StateBlock, line: number, endLine: number): boolean {
  return line < endLine && isText(state, line) && /^:[ \t]+\S/.test(textOf(state, line));
}

function isText(state: StateBlock, line: number): boolean {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent;
  return !state.isEmpty(line) && indent >= 0 && indent < 4;
}

function textOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
}

/** With the lines below it that begin nothing else. */
function readDescription(state: StateBlock, line: number, endLine: number): Entry {
  const lines = [textOf(state, line).slice(1).trimStart()];
  let end = line + 1;
  while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent + 2) {
    lines.push(textOf(state, end));
    end++;
  }
  return { line, end, text: lines.join('\n') };
}

type Test = (state: StateBlock, line: number, endLine: number) => boolean;

/** Over empty lines, when what is looked for follows them. */
function skipEmpty(state: StateBlock, line: number, endLine: number, test: Test): number {
  let next = line;
  while (next < endLine && state.isEmpty(next)) next++;
  return test(state, next, endLine) ? next : line;
}
