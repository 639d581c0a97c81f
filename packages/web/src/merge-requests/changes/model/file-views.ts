import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import type { LoadedPage } from './omitted-lines.ts';
import { type CollapseEvent, type CollapseState, type LoadState, nextCollapse, nextLoad } from './file-machines.ts';
import type { FullState, RenamedState } from './full-file-state.ts';

/** What the reader did with one file; kept while the file is out of sight. */
export type FileView = {
  /** Null until someone or something decides: then the file's own wish counts. */
  collapse: CollapseState | null;
  load: LoadState;
  renamed: RenamedState;
  full: FullState;
  /** A sentence about what went wrong last, above the lines. */
  problem: string | null;
  areCommentsHidden: boolean;
  /** A drawing is shown by its lines. */
  isSource: boolean;
  /** Line codes of the run of lines that the address names. */
  selected: { from: string; to: string } | null;
  /** Rows with what was opened between the hunks; counts for the lines it was made of only. */
  opened: { of: object; rows: readonly DiffRow[] } | null;
  /** Moved blocks that are shown, by the keys of their ends. */
  openMoves: ReadonlySet<string>;
  /** Its reader asked for other lines of a very long file than the first. */
  isLonger?: boolean;
  /** The parts of it that are here, in their order. */
  pages?: readonly LoadedPage[];
  /** How often its reader went back to the changes alone: nobody waits any more for what was asked before. */
  returns?: number;
};

const UNTOUCHED: FileView = {
  collapse: null,
  load: 'idle',
  renamed: 'idle',
  full: 'changes',
  problem: null,
  areCommentsHidden: false,
  isSource: false,
  selected: null,
  opened: null,
  openMoves: new Set(),
};

/** What holds for the file, whatever its lines are. */
function withoutLines({ collapse, areCommentsHidden, isSource, openMoves }: FileView): FileView {
  return { ...UNTOUCHED, collapse, areCommentsHidden, isSource, openMoves };
}

/** Whoever folds a file has seen what went wrong with its lines: they are asked for again when it is opened. */
function collapsed(view: FileView, event: CollapseEvent): FileView {
  const next = { ...view, collapse: nextCollapse(view.collapse ?? 'open', event) };
  const load = event === 'fold' ? nextLoad(view.load, 'acknowledge') : view.load;
  return load === view.load ? next : { ...next, load, problem: null };
}

/** View state of the changed files by `file_hash`. A card hears of its own file alone. */
export class FileViews {
  readonly #views = new Map<string, FileView>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** What files nobody touched are: set by folding or opening all. */
  #untouched: FileView = UNTOUCHED;

  /** `before` had the same files with other lines, e.g. without white space: what the reader did with a file stays done. */
  constructor(before?: FileViews) {
    if (!before) return;
    this.#untouched = before.#untouched;
    for (const [hash, view] of before.#views) this.#views.set(hash, withoutLines(view));
  }

  get(hash: string): FileView {
    return this.#views.get(hash) ?? this.#untouched;
  }

  subscribe(hash: string, listener: () => void): () => void {
    const set = this.#listeners.get(hash) ?? new Set();
    set.add(listener);
    this.#listeners.set(hash, set);
    return () => set.delete(listener);
  }

  patch(hash: string, change: Partial<FileView>): void {
    this.#views.set(hash, { ...this.get(hash), ...change });
    this.#tell(hash);
  }

  fold(hash: string, event: CollapseEvent): void {
    this.patch(hash, collapsed(this.get(hash), event));
  }

  /** The lines that the address names; there are no others. */
  select(hash: string, selected: FileView['selected']): void {
    for (const [other, view] of this.#views) if (other !== hash && view.selected) this.patch(other, { selected: null });
    this.patch(hash, { selected });
  }

  showMove(hash: string, key: string, isOpen: boolean): void {
    const openMoves = new Set(this.get(hash).openMoves);
    if (isOpen) openMoves.add(key);
    else openMoves.delete(key);
    this.patch(hash, { openMoves });
  }

  foldAll(event: CollapseEvent): void {
    this.#untouched = collapsed(UNTOUCHED, event);
    for (const [hash, view] of this.#views) this.#views.set(hash, collapsed(view, event));
    for (const hash of this.#listeners.keys()) this.#tell(hash);
  }

  #tell(hash: string): void {
    for (const listener of this.#listeners.get(hash) ?? []) listener();
  }
}
