import type { Mark, Node } from 'prosemirror-model';

/** How much is taken for Markdown where it is meant as text: nothing, what usually is, everything that could be. */
export type Escaping = 'none' | 'usual' | 'all';

/** A piece of a line with the marks it has, from the outside in. */
type Run = { text: string; marks: readonly Mark[]; isText: boolean };

const TRIMMED = new Set(['strong', 'em', 'strike']);

function escape(text: string, escaping: Escaping): string {
  if (escaping === 'none') return text;
  if (escaping === 'all') return text.replaceAll(/[\\`*_{}[\]<>()#+\-.!|~&]/g, (sign) => `\\${sign}`);
  return text
    .replaceAll(/[\\`*[\]]|<(?=[a-z/!?])|&(?=#?\w+;)|~(?=~)|(?<=~)~/gi, (sign) => `\\${sign}`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** What would begin a block, at the start of a line. */
function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^(\s*)([#>+=|~-])/, '$1\\$2').replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2'))
    .join('\n');
}

function codeOf(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  let fence = '`';
  const lengths = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  while (fence.length <= longest && lengths.has(fence.length)) fence += '`';
  const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '');
  return isPadded ? `${fence} ${text} ${fence}` : fence + text + fence;
}

function targetOf(href: string, title: string): string {
  const isPlain = href !== '' && !/[\s<>\\]/.test(href) && isBalanced(href);
  const address = isPlain ? href : `<${href.replaceAll(/[<>\\]/g, (sign) => `\\${sign}`)}>`;
  return title === '' ? address : `${address} "${title.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function runOf(node: Node, escaping: Escaping): Run {
  const marks = node.marks;
  const has = (name: string) => marks.some((mark) => mark.type.name === name);
  const text = node.text ?? '';
  const piece = (written: string, isText = false): Run => ({ text: written, marks, isText });
  if (node.type.name === 'soft_break') return piece('\n');
  if (node.type.name === 'hard_break') return piece('\\\n');
  if (node.type.name === 'image') {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string };
    return piece(`![${alt}](${targetOf(src, title)})`);
  }
  if (has('code')) return piece(codeOf(text));
  if (has('raw')) return piece(text);
  return piece(escape(text, escaping), true);
}

const carries = (run: Run | undefined, mark: Mark) => run?.marks.some((each) => each.eq(mark)) === true;

/** Spaces at the edge of bold or struck words go outside, where Markdown wants them. */
function trim(runs: readonly Run[]): Run[] {
  const found: Run[] = [];
  runs.forEach((run, index) => {
    const edges = run.marks.filter((mark) => TRIMMED.has(mark.type.name));
    const opens = edges.filter((mark) => !carries(runs[index - 1], mark));
    const closes = edges.filter((mark) => !carries(runs[index + 1], mark));
    const [, lead = '', rest = ''] = /^(\s*)(.*)$/s.exec(run.text) ?? [];
    const [, core = '', tail = ''] = /^(.*?)(\s*)$/s.exec(rest) ?? [];
    if (!run.isText || (opens.length === 0 && closes.length === 0)) return found.push(run);
    const without = (marks: readonly Mark[]) => run.marks.filter((mark) => !marks.includes(mark));
    const parts = [
      { ...run, text: lead, marks: without(opens) },
      { ...run, text: core },
      { ...run, text: tail, marks: without(closes) },
    ];
    return found.push(...parts.filter((part) => part.text !== ''));
  });
  return found;
}

const LINKS_FIRST = ['link', 'strong', 'em', 'strike'];

function open(mark: Mark, emphasis: string | null): string {
  const { name } = mark.type;
  if (name === 'em') return emphasis ?? String(mark.attrs['markup']);
  if (name === 'strong') return String(mark.attrs['markup']);
  if (name === 'strike') return '~~';
  return mark.attrs['isBare'] === true ? '<' : '[';
}

function close(mark: Mark, emphasis: string | null): string {
  if (mark.type.name !== 'link') return open(mark, emphasis);
  const { href, title, isBare } = mark.attrs as { href: string; title: string; isBare: boolean };
  return isBare ? '>' : `](${targetOf(href, title)})`;
}

/** A line of the document as Markdown. `emphasis` stands for the sign that each emphasis was written with. */
export function writeInline(parent: Node, escaping: Escaping, emphasis: string | null): string {
  const runs: Run[] = [];
  parent.forEach((node) => runs.push(runOf(node, bare(node) ? 'none' : escaping)));
  const trimmed = trim(runs);
  let text = '';
  let active: Mark[] = [];
  const leave = (kept: number) => {
    for (const mark of active.slice(kept).toReversed()) text += close(mark, emphasis);
    active = active.slice(0, kept);
  };
  trimmed.forEach((run, index) => {
    const wanted = run.marks.filter((mark) => LINKS_FIRST.includes(mark.type.name));
    let kept = 0;
    while (kept < active.length && wanted.some((mark) => active[kept]?.eq(mark))) kept += 1;
    leave(kept);
    const fresh = wanted.filter((mark) => !active.some((each) => each.eq(mark)));
    // What lasts longest is outside.
    const lasting = (mark: Mark) => {
      let end = index;
      while (carries(trimmed[end + 1], mark)) end += 1;
      return end;
    };
    for (const mark of fresh.toSorted((a, b) => lasting(b) - lasting(a))) {
      text += open(mark, emphasis);
      active.push(mark);
    }
    text += run.text;
  });
  leave(0);
  return escaping === 'none' ? text : escapeLines(text);
}

/** The text of a bare address is the address. */
function bare(node: Node): boolean {
  return node.marks.some((mark) => mark.attrs['isBare'] === true);
}
