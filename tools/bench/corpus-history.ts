import { createDice, type Dice, editLines, pick } from './corpus-edits.ts';
import type { SourceFile } from './corpus-sources.ts';

/** What a branch of a repository holds while its history is told to git. */
type Tree = Map<string, readonly string[]>;

/** How many commits main has: the deep one is there for questions about history. */
export const COMMITS = { wide: 12_000, deep: 45_000 } as const;
export type Shape = keyof typeof COMMITS;

export const HISTORY = { filesAtStart: 1_400, bigCommits: 60, bigFiles: 1_400, extraBigs: 5 } as const;

const FIRST_COMMIT_AT = 1_500_000_000;
const SECONDS_BETWEEN = 7_200;
const AUTHORS = ['Ada <ada@example.org>', 'Ben <ben@example.org>', 'Cleo <cleo@example.org>', 'Dan <dan@example.org>'];

/** Writes fast-import's language. Every commit is one hour or so after the one before. */
class History {
  readonly #write: (text: string) => Promise<void>;
  readonly #dice: Dice;
  #count = 0;

  constructor(write: (text: string) => Promise<void>, dice: Dice) {
    this.#write = write;
    this.#dice = dice;
  }

  async commit(branch: string, changes: ReadonlyMap<string, readonly string[] | null>, from?: string): Promise<void> {
    this.#count += 1;
    const who = `${pick(this.#dice, AUTHORS)} ${FIRST_COMMIT_AT + this.#count * SECONDS_BETWEEN} +0000`;
    const message = `Revise ${[...changes.keys()][0] ?? 'nothing'} and what depends on it\n\nStep ${this.#count}.\n`;
    let text = `commit refs/heads/${branch}\nmark :${this.#count}\nauthor ${who}\ncommitter ${who}\n${data(message)}`;
    if (from !== undefined) text += `from ${from}\n`;
    for (const [path, lines] of changes) {
      text += lines === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(lines.join('\n'))}`;
    }
    await this.#write(text);
  }

  /** How the last commit is named towards fast-import. */
  get last(): string {
    return `:${this.#count}`;
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** The files that main changes after the big branch left it; the big branch leaves them alone, so that both merge. */
function isKeptForMain(at: number): boolean {
  return at % 4 === 0;
}

/**
 * Tells the history: `main` with thousands of small commits, `old` that left it near its start, `big` (and `big-1` …,
 * each one commit further) that left it lately and changed most files, `small` with ten files, and `behind`, where main
 * was 500 commits ago. The deep one has no big branch.
 */
export async function generateHistory(
  files: readonly SourceFile[],
  shape: Shape,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const dice = createDice(20_240_601);
  const history = new History(write, dice);
  const tree: Tree = new Map(files.slice(0, HISTORY.filesAtStart).map((file) => [file.path, file.lines]));
  await history.commit('main', tree);
  const old = history.last;
  const step = async (candidates: readonly SourceFile[]) => {
    const changes = new Map<string, readonly string[]>();
    for (let count = 1 + Math.floor(dice() * 3); count > 0; count--) {
      const file = pick(dice, candidates);
      const lines = tree.get(file.path) ?? file.lines;
      // What was never there comes as it is; what became long is thrown back to how it began.
      const next = !tree.has(file.path) || lines.length > file.lines.length * 1.5 ? file.lines : lines;
      changes.set(file.path, editLines(dice, next, pick(dice, files), { hunks: 2, added: 4, removed: 3 }));
    }
    for (const [path, lines] of changes) tree.set(path, lines);
    await history.commit('main', changes);
  };
  // Small files make small packs and the same commits.
  const short = files.filter((file) => file.lines.length < 250);
  let behind = '';
  let fork = '';
  for (let count = 0; count < COMMITS[shape]; count++) {
    await step(short);
    if (count === COMMITS[shape] - 500) behind = history.last;
  }
  fork = history.last;
  const atFork = new Map(tree);
  const reserved = short.filter((_file, at) => isKeptForMain(at));
  const reservedPaths = new Set(reserved.map((file) => file.path));
  for (let count = 0; count < 100; count++) await step(reserved);
  const main = history.last;

  await history.commit('old', new Map([['docs/old.md', ['old']]]), old);
  await write(`reset refs/heads/behind\nfrom ${behind}\n\n`);
  if (shape === 'wide')
    await tellBig(history, dice, files, new Map([...atFork].filter(([path]) => !reservedPaths.has(path))), fork);
  const few = [...atFork].filter(([path]) => !reservedPaths.has(path)).slice(0, 10);
  const edit = { hunks: 3, added: 6, removed: 3 };
  const changed = few.map(([path, lines]) => [path, editLines(dice, lines, pick(dice, files), edit)] as const);
  await history.commit('small', new Map(changed), main);
}

/** Most files get several changed places over some commits; a few move, a few vanish. */
async function tellBig(
  history: History,
  dice: Dice,
  files: readonly SourceFile[],
  tree: ReadonlyMap<string, readonly string[]>,
  fork: string,
): Promise<void> {
  const chosen = [...tree].toSorted((a, b) => b[1].length - a[1].length).slice(0, HISTORY.bigFiles);
  if (chosen.length < HISTORY.bigFiles) throw new Error(`only ${chosen.length} files for the big change`);
  const perCommit = Math.ceil(chosen.length / HISTORY.bigCommits);
  for (let at = 0; at < chosen.length; at += perCommit) {
    const changes = new Map<string, readonly string[] | null>();
    for (const [path, lines] of chosen.slice(at, at + perCommit)) {
      const luck = dice();
      if (luck < 0.03) {
        changes.set(path, null);
        continue;
      }
      const hunks = Math.min(9, Math.max(3, Math.floor(lines.length / 25)));
      const edited = editLines(dice, lines, pick(dice, files), { hunks, added: 22, removed: 9 });
      if (luck > 0.97) changes.set(path, null);
      changes.set(luck > 0.97 ? path.replace('packages/', 'moved/') : path, edited);
    }
    await history.commit('big', changes, at === 0 ? fork : undefined);
  }
  const end = history.last;
  for (let count = 1; count <= HISTORY.extraBigs; count++) {
    await history.commit(`big-${count}`, new Map([[`docs/extra-${count}.md`, [`extra ${count}`]]]), end);
  }
}
