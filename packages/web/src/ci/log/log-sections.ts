import type { PageLogSection } from '@tributary/contract/ci/job-page.ts';

/** Lines from one on, up to before another, that closed sections hide. */
type Hidden = { from: number; to: number; before: number };

/** The sections of a log that grows, which of them are open, and which line is in which row. */
export class LogSections {
  readonly #all: (PageLogSection | undefined)[] = [];
  readonly #isOpen = new Map<number, boolean>();
  #lines = 0;
  #hidden: Hidden[] = [];

  /** Takes what is known now. */
  update(sections: readonly PageLogSection[], lines: number): void {
    for (const section of sections) this.#all[section.index] = section;
    this.#lines = lines;
    this.#hide();
  }

  get(index: number | undefined): PageLogSection | undefined {
    return index === undefined ? undefined : this.#all[index];
  }

  isOpen(index: number): boolean {
    return this.#isOpen.get(index) ?? this.get(index)?.isCollapsed !== true;
  }

  toggle(index: number): void {
    this.#isOpen.set(index, !this.isOpen(index));
    this.#hide();
  }

  get hasSections(): boolean {
    return this.#all.length > 0;
  }

  setAll(isOpen: boolean): void {
    for (const section of this.#all) if (section) this.#isOpen.set(section.index, isOpen);
    this.#hide();
  }

  /** Opens all sections that a line lies in. */
  reveal(line: number): void {
    for (const section of this.#all) {
      if (section && section.first < line && line < (section.end ?? Infinity)) this.#isOpen.set(section.index, true);
    }
    this.#hide();
  }

  /** How many rows there are. */
  get rows(): number {
    const last = this.#hidden.at(-1);
    return this.#lines - (last ? last.before + last.to - last.from : 0);
  }

  lineOfRow(row: number): number {
    let [low, high] = [0, this.#hidden.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { from, before } = this.#hidden[middle] ?? { from: 0, before: 0 };
      if (from - before <= row) low = middle + 1;
      else high = middle;
    }
    const last = this.#hidden[low - 1];
    return row + (last ? last.before + last.to - last.from : 0);
  }

  /** The row of a line; for a hidden one that of the next line that is not. */
  rowOfLine(line: number): number {
    const last = this.#hidden.findLast(({ from }) => from <= line);
    return last ? Math.max(line, last.to) - last.before - (last.to - last.from) : line;
  }

  #hide(): void {
    this.#hidden = [];
    let count = 0;
    // Sections are in the order of their first lines, those inside after those around them.
    for (const section of this.#all) {
      if (!section || this.isOpen(section.index)) continue;
      const last = this.#hidden.at(-1);
      const from = Math.max(section.first + 1, last?.to ?? 0);
      const to = Math.min(section.end ?? this.#lines, this.#lines);
      if (to <= from) continue;
      this.#hidden.push({ from, to, before: count });
      count += to - from;
    }
  }
}
