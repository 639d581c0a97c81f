import type { MarkdownIt, StateBlock } from 'markdown-it';
import { stateOf } from '../render-state.ts';

const LANGUAGES: Record<string, string> = { '---': 'yaml', '+++': 'toml', ';;;': 'json' };
const MAX_LINES = 1_000;

/** What stands in front of a file, about it: shown as code. In comments such lines mean what they always mean. */
export function frontMatter(md: MarkdownIt): void {
  md.block.ruler.before('code', 'front_matter', (state, startLine, endLine, silent) => {
    if (startLine !== 0 || state.level !== 0 || !stateOf(state.env).isFile) return false;
    const mark = lineAt(state, 0);
    const language = LANGUAGES[mark.slice(0, 3)];
    if (language === undefined || mark.length > 3) return false;
    let end = 1;
    while (end < Math.min(endLine, MAX_LINES) && lineAt(state, end) !== mark) end++;
    if (end >= Math.min(endLine, MAX_LINES)) return false;
    if (silent) return true;
    const token = state.push('fence', 'code', 0);
    token.info = language;
    token.content = state.getLines(1, end, 0, true);
    token.map = [0, end + 1];
    state.line = end + 1;
    return true;
  });
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]).trimEnd();
}
