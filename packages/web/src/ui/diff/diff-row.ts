import { pairLines, type PairedLines } from '@tributary/contract/projects/pair-lines.ts';

/** Hidden lines are opened upwards from what stands below them, downwards from what stands above, or all at once. */
export type ExpandWay = 'up' | 'down' | 'all';

/** Lines of a long diff, `[from, to)`, the numbers of the last of them, and how they are opened. */
export type OmittedLines = {
  from: number;
  to: number;
  old: number;
  new: number;
  ways: { way: ExpandWay; words: string }[];
};

/** One line of a diff, whatever shows it. `html` is safe HTML made by the server (escaped, classes only). */
export type DiffRow = {
  /** `match` stands for hidden lines, `fold` for lines that are folded or shown below it. */
  kind: 'context' | 'added' | 'removed' | 'match' | 'expanded' | 'fold';
  oldLine: number | null;
  newLine: number | null;
  html: string;
  /** As it is in the file, where someone needs it. */
  text?: string;
  /** Anchor of the line (`<hash>_<old>_<new>`); lines without one cannot be commented on. */
  lineCode: string | null;
  hasNoNewline?: boolean;
  /** Not made by the author: it came along with the branch that the change goes into. */
  origin?: 'target';
  /** Of a `match`: it stands for lines of the changes that are not here yet. */
  leftOut?: OmittedLines;
  /** Of a `match` at the end: how many lines it hides, where someone knows that. */
  linesLeft?: number;
  /** Has its index and is not drawn. */
  isHidden?: boolean;
  /** Part of a block that went to another place or came from there. */
  isMoved?: boolean;
  /** How often tests reached the line; undefined where nobody measured it. */
  hits?: number;
  /** Of a `fold`: its name, `12 lines`, and what is said of it. */
  fold?: { key: string; isOpen: boolean; what: string; words: string };
  /** Said at the end of the line, with where it leads. Text and address, escaped when drawn. */
  remark?: { text: string; href: string };
};

/** Something to be pressed in the gutter of a line, e.g. who talks there. All of it is text, escaped when drawn. */
export type GutterButton = {
  /** Told when it is pressed. */
  key: string;
  /** Its name, and what the pointer is told. */
  words: string;
  tone?: 'accent' | 'success' | 'warning' | 'failed' | 'notice';
  /** One or two characters; a dot without. */
  text?: string;
  /** Round, unless said otherwise. */
  shape?: 'square';
  /** Addresses of small round images instead of the text. */
  images?: readonly string[];
};

export type DiffView = 'inline' | 'parallel';

/** Which rows stand beside each other; what is not drawn has nothing beside it. */
export function pairRows(rows: readonly DiffRow[]): PairedLines[] {
  return pairLines(rows.length, (at) => {
    const row = rows[at];
    if (row?.isHidden === true) return null;
    return row?.kind === 'removed' ? 'old' : row?.kind === 'added' ? 'new' : null;
  });
}

/** The row that stands for a line of the view: of a pair, what it became, or with `isOld` what it was. */
export function rowOfDisplay(pairs: readonly PairedLines[], view: DiffView, display: number, isOld = false): number {
  if (view === 'inline') return display;
  const { left = null, right = null } = pairs[display] ?? {};
  return (isOld ? (left ?? right) : (right ?? left)) ?? -1;
}

/** Where a row stands in the view; -1 for none. */
export function displayOf(pairs: readonly PairedLines[], view: DiffView, row: number): number {
  return view === 'inline' ? row : pairs.findIndex(({ left, right }) => left === row || right === row);
}

export function coverageLabel(hits: number): string {
  return hits === 0 ? 'No test coverage' : `Test coverage: ${hits} ${hits === 1 ? 'hit' : 'hits'}`;
}

/** How a line is spoken: `added line 12: const depth = 3;`. */
export function lineLabel(row: DiffRow | undefined, text?: string): string {
  if (!row) return '';
  if (row.kind === 'match') return row.leftOut ? row.html : 'Hidden lines';
  if (row.fold) return `${row.fold.words}, ${row.fold.isOpen ? 'expanded' : 'collapsed'}`;
  const kind = row.kind === 'added' || row.kind === 'removed' ? `${row.kind} ` : '';
  const origin = row.origin === 'target' ? 'from the target branch, ' : '';
  const number = row.newLine ?? row.oldLine;
  const place = number === null ? 'line in the other location' : `line ${number}`;
  const name = `${origin}${row.isMoved === true ? 'moved, ' : ''}${kind}${place}${row.hits === undefined ? '' : `, ${coverageLabel(row.hits)}`}`;
  return text === undefined ? name : `${name}: ${text.trim() === '' ? 'empty' : text}`;
}
