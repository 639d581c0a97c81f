import type { DiffPosition, LineRangeEnd, Placement } from '@tributary/contract/discussions/page.ts';
import { fileHash, type IndexFile, parsePatch, tracePosition } from '@tributary/git';
import type { TracedPosition } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findVersionNumber, type VersionRow } from '../../../merge-requests/index.ts';
import { keyOfVersion } from '../comparison-keys.ts';
import { openDiff } from '../ensure-index.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import { readHunksAround, shiftBefore, type SideNumber } from '../read-hunks.ts';
import { findVisibleLine, type Hunks, type VisibleLine } from './visible-line.ts';
import { linesOfRange, type SideLine } from '../rules/range-lines.ts';
import { type Changes, changesBetween } from './changes-between.ts';

type Found = { line: VisibleLine; at: SideLine };

/** Traces places of one request into one version; each pair of commits is compared once. */
export class VersionTracer {
  readonly #ctx: Context;
  readonly #projectId: number;
  readonly version: VersionRow;
  readonly #changes = new Map<string, Promise<Changes | undefined>>();
  readonly #hunks = new Map<IndexFile, Promise<{ hunks: Hunks; shift: number }>>();
  readonly #begun = new Map<string, Promise<number | undefined>>();
  #diff: Promise<OpenedDiff> | undefined;

  constructor(ctx: Context, projectId: number, version: VersionRow) {
    this.#ctx = ctx;
    this.#projectId = projectId;
    this.version = version;
  }

  /**
   * Looks for a place line by line, then on what is left of its range, then on its file; what is nowhere comes to the
   * overview. Always from where the thread was begun, so that errors do not add up; `last` is where it was seen before.
   */
  async trace(from: DiffPosition, last: { position: DiffPosition; lineCode: string | null }): Promise<TracedPosition> {
    const onLines = from.position_type === 'text' ? await this.#traceLines(from) : undefined;
    const traced = onLines ?? (await this.#traceFile(from, last));
    const since = await this.#numberOf(from);
    return since === undefined ? traced : { ...traced, placement: { ...traced.placement, since } };
  }

  async #traceLines(from: DiffPosition): Promise<TracedPosition | undefined> {
    const wanted = linesOfRange(from);
    const found: Found[] = [];
    for (const at of wanted) {
      const line = await this.#line(from, at);
      if (line) found.push({ line, at });
    }
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last || first.line.file !== last.line.file) return undefined;
    const isWhole = found.length === wanted.length && isInOnePiece(found);
    const isRange = from.line_range != null;
    const isSame = isWhole && isUnmoved(from, first, last);
    return {
      position: {
        ...from,
        ...this.#refs(),
        ...pathsOf(last.line.file),
        old_line: last.line.oldLine,
        new_line: last.line.newLine,
        line_range: isRange ? { start: endOf(first.line), end: endOf(last.line) } : null,
      },
      lineCode: last.line.lineCode,
      isActive: true,
      placement: this.#placement(
        isRange ? 'range' : 'line',
        isSame ? 'exact' : isWhole ? 'moved' : 'likely',
        last.line.file,
      ),
    };
  }

  /** One line as the new version shows it; undefined when it is gone or no part of what is shown. */
  async #line(from: DiffPosition, at: SideLine): Promise<VisibleLine | undefined> {
    const { base_sha: base, head_sha: head } = this.version;
    const path = at.isNew ? from.new_path : from.old_path;
    const changes = await this.#changesOf(at.isNew ? [from.head_sha, head] : [from.base_sha, base]);
    if (!changes || !path) return undefined;
    const traced = tracePosition({ path, line: at.line }, await changes.of(path));
    if (traced.kind !== 'line') return undefined;
    const diff = await this.#openDiff();
    const file = diff.index.files.find((each) => (at.isNew ? each.newPath : each.oldPath) === traced.path);
    if (!file) return undefined;
    const { hunks, shift } = await this.#hunksOf(file, { line: traced.line, side: at.isNew ? 'new' : 'old' });
    return findVisibleLine(file, hunks, { line: traced.line, isNew: at.isNew }, shift);
  }

  /** Pins hold only on the image they were put on; a comment on a whole file holds while the file is there. */
  async #traceFile(
    from: DiffPosition,
    last: { position: DiffPosition; lineCode: string | null },
  ): Promise<TracedPosition> {
    const path = from.new_path ?? from.old_path ?? '';
    const changes = await this.#changesOf([from.head_sha, this.version.head_sha]);
    const change = await changes?.of(path);
    const { index } = await this.#openDiff();
    const now = change && change.status !== 'deleted' && change.status !== 'copied' ? change.newPath : path;
    const file = index.files.find((each) => each.newPath === now) ?? index.files.find((each) => each.oldPath === now);
    if (!file) {
      return { ...last, isActive: false, placement: this.#placement('overview', 'lost', null) };
    }
    const isLost =
      from.position_type === 'text' || (from.position_type === 'image' && !(await this.#showsSame(file, path, from)));
    if (isLost) return { ...last, isActive: false, placement: this.#placement('file', 'lost', file) };
    const isSame = file.newPath === path || file.oldPath === path;
    return {
      position: { ...from, ...this.#refs(), ...pathsOf(file) },
      lineCode: null,
      isActive: true,
      placement: this.#placement('file', isSame ? 'exact' : 'moved', file),
    };
  }

  /** Whether an image is shown as it was. One that the branch had not is shown as the target has it, where it is deleted. */
  async #showsSame(file: IndexFile, path: string, from: DiffPosition): Promise<boolean> {
    const { base_sha: base, head_sha: head } = this.version;
    const heads = await this.#changesOf([from.head_sha, head]);
    if (!heads) return false;
    const change = await heads.of(path);
    if (file.status === 'deleted') {
      const bases = await this.#changesOf([from.base_sha, base]);
      return !change && bases !== undefined && ((await bases.of(path))?.isSameContent ?? true);
    }
    if (change) return change.isSameContent;
    // What another file has become is not what was deleted here.
    return file.newPath === path && !heads.isFromElsewhere(path);
  }

  #placement(on: Placement['on'], confidence: Placement['confidence'], file: IndexFile | null): Placement {
    const path = file && filePathOf(file);
    return { on, confidence, path, file_hash: path === null ? null : fileHash(path), version: this.version.number };
  }

  /** Of the version that it was begun in. */
  #numberOf({ base_sha, head_sha }: DiffPosition): Promise<number | undefined> {
    const key = `${base_sha}:${head_sha}`;
    const known =
      this.#begun.get(key) ?? findVersionNumber(this.#ctx.db, this.version.merge_request_id, { base_sha, head_sha });
    this.#begun.set(key, known);
    return known;
  }

  #refs(): Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'> {
    const { base_sha, start_sha, head_sha } = this.version;
    return { base_sha, start_sha, head_sha };
  }

  #openDiff(): Promise<OpenedDiff> {
    this.#diff ??= openDiff(this.#ctx, keyOfVersion(this.#projectId, this.version));
    return this.#diff;
  }

  /** Of long ones those around the line are read, each time. */
  #hunksOf(file: IndexFile, at: SideNumber): Promise<{ hunks: Hunks; shift: number }> {
    const read = async () => {
      const { patch, part } = await readHunksAround(await this.#openDiff(), file, at);
      return { hunks: parsePatch(patch), shift: shiftBefore(part) };
    };
    if (file.long) return read();
    const known = this.#hunks.get(file) ?? read();
    this.#hunks.set(file, known);
    return known;
  }

  #changesOf([from, to]: [string, string]): Promise<Changes | undefined> {
    const key = `${from}:${to}`;
    const known = this.#changes.get(key) ?? changesBetween(this.#ctx.repositories.directory(this.#projectId), from, to);
    this.#changes.set(key, known);
    return known;
  }
}

/** Lines of one side that still follow each other as they did. */
function isInOnePiece(found: readonly Found[]): boolean {
  return found.every(({ line, at }, index) => {
    const before = found[index - 1];
    if (!before || before.at.isNew !== at.isNew) return true;
    return numberOf(line, at) - numberOf(before.line, before.at) === at.line - before.at.line;
  });
}

function numberOf(line: VisibleLine, at: SideLine): number {
  return (at.isNew ? line.newLine : line.oldLine) ?? 0;
}

function isUnmoved(from: DiffPosition, first: Found, last: Found): boolean {
  const stays = ({ line, at }: Found) => numberOf(line, at) === at.line;
  return stays(first) && stays(last) && last.line.file.newPath === from.new_path;
}

function endOf(line: VisibleLine): LineRangeEnd {
  const { lineCode, oldLine, newLine } = line;
  return {
    line_code: lineCode,
    type: oldLine === null ? 'new' : newLine === null ? 'old' : null,
    old_line: oldLine,
    new_line: newLine,
  };
}

function pathsOf(file: IndexFile): { old_path: string; new_path: string } {
  return { old_path: file.oldPath, new_path: file.newPath };
}

function filePathOf(file: IndexFile): string {
  return file.status === 'deleted' ? file.oldPath : file.newPath;
}
