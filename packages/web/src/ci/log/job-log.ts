import { type AnsiStyle, PLAIN, stripAnsi, styleAfter } from './ansi.ts';

export type LogLine = {
  text: string;
  /** Looks that the line begins with. */
  style: AnsiStyle;
  /** The innermost section that it lies in, and the one that it opens. */
  section: number;
  header: number;
  /** When the runner read it, if it says so. */
  time: string | null;
};

export type LogSection = {
  name: string;
  parent: number;
  depth: number;
  startedAt: number;
  endedAt: number | null;
  isOpen: boolean;
};

/** As many rows as browsers can lay out in one scrolling box. */
export const MAX_LINES = 800_000;
export const NONE = -1;

// `section_start:<seconds>:<name>[<options>]` and `section_end:…`, ended by a carriage return and an erased line.
// eslint-disable-next-line no-control-regex -- Logs have control characters.
const MARKER = /section_(start|end):(\d{1,15}):([\w.-]{1,255})(?:\[([^\]\r\n]{0,200})\])?\r(?:\u001B\[0K)*/g;
const TIME = /^\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)\.\d{1,9}Z [0-9a-f]{2}[OE]([+ ])/;

/** What stands after the last carriage return is what a terminal shows. */
function overwritten(text: string): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (!line.includes('\r')) return line;
  return line.split('\r').findLast((part) => stripAnsi(part) !== '') ?? '';
}

/** The lines and sections of a log that grows. */
export class JobLog {
  readonly lines: LogLine[] = [];
  readonly sections: LogSection[] = [];
  hasTimes = false;
  /** There were more lines than can be shown. */
  isCut = false;
  #style = PLAIN;
  #current = NONE;
  /** The end of the last part, without its line break yet; it is shown as the last line. */
  #rest = '';
  #hasRestLine = false;
  #visible: number[] = [];
  /** Lines that were looked at for `#visible`. */
  #checked = 0;

  append(text: string): void {
    if (this.#hasRestLine) this.#dropRestLine();
    this.#hasRestLine = false;
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#add(part);
    if (this.#rest === '' || this.isCut) return;
    const shown = overwritten(this.#rest.replace(MARKER, '').replace(TIME, ''));
    this.lines.push({ text: shown, style: this.#style, section: this.#current, header: NONE, time: null });
    this.#hasRestLine = true;
  }

  /** Indices of the lines outside of closed sections. */
  visibleLines(): readonly number[] {
    const isHidden: boolean[] = [];
    for (const [index, { parent, isOpen }] of this.sections.entries()) {
      isHidden[index] = !isOpen || (parent !== NONE && isHidden[parent] === true);
    }
    // A long log comes in many parts: only what is new is looked at.
    for (let index = this.#checked; index < this.lines.length; index += 1) {
      if (isHidden[this.lines[index]?.section ?? NONE] !== true) this.#visible.push(index);
    }
    this.#checked = this.lines.length;
    return this.#visible;
  }

  /** All lines are looked at again. */
  #forgetVisible(): void {
    this.#visible = [];
    this.#checked = 0;
  }

  toggle(section: number): void {
    const found = this.sections[section];
    if (!found) return;
    found.isOpen = !found.isOpen;
    this.#forgetVisible();
  }

  /** Opens all sections that a line lies in. */
  reveal(index: number): void {
    this.#forgetVisible();
    let section = this.lines[index]?.section ?? NONE;
    while (section !== NONE) {
      const found = this.sections[section];
      if (!found) return;
      found.isOpen = true;
      section = found.parent;
    }
  }

  /**
   * Indices of the lines from one on that hold a text, in either case. Ends after about so many milliseconds: `next` is the
   * line where it goes on.
   */
  find(query: string, from = 0, maxMs = Infinity): { lines: number[]; next: number } {
    const wanted = query.toLowerCase();
    const lines: number[] = [];
    const ends = performance.now() + maxMs;
    let next = from;
    for (; next < this.lines.length; next += 1) {
      if (next % 500 === 499 && performance.now() > ends) break;
      if (
        stripAnsi(this.lines[next]?.text ?? '')
          .toLowerCase()
          .includes(wanted)
      )
        lines.push(next);
    }
    return { lines, next };
  }

  #dropRestLine(): void {
    this.lines.pop();
    if (this.#visible.at(-1) === this.lines.length) this.#visible.pop();
    this.#checked = Math.min(this.#checked, this.lines.length);
  }

  #add(raw: string): void {
    if (this.lines.length >= MAX_LINES) {
      this.isCut = true;
      return;
    }
    const time = TIME.exec(raw);
    let text = time ? raw.slice(time[0].length) : raw;
    if (time) this.hasTimes = true;
    let header = NONE;
    let hadMarker = false;
    if (text.includes('section_')) {
      const outside = this.#current;
      text = text.replace(MARKER, (_, kind: string, seconds: string, name: string, options: string | undefined) => {
        hadMarker = true;
        if (kind === 'start') header = this.#start(name, Number(seconds), options ?? '');
        else this.#end(name, Number(seconds));
        return '';
      });
      // What ends on the same line has no lines of its own.
      if (header !== NONE && this.#current === outside) header = NONE;
    }
    const shown = overwritten(text);
    const isBlank = hadMarker && stripAnsi(shown) === '';
    if (!isBlank || header !== NONE) this.#push(shown, { isBlank, header, time });
    this.#style = styleAfter(text, this.#style);
  }

  #push(
    shown: string,
    { isBlank, header, time }: { isBlank: boolean; header: number; time: RegExpExecArray | null },
  ): void {
    const last = this.lines.at(-1);
    // A plus says that the line goes on.
    if (time?.[2] === '+' && last && header === NONE) {
      last.text += shown;
      return;
    }
    const opened = this.sections[header];
    this.lines.push({
      text: isBlank && opened ? opened.name : shown,
      style: this.#style,
      section: opened ? opened.parent : this.#current,
      header,
      time: time?.[1] ?? null,
    });
  }

  #start(name: string, seconds: number, options: string): number {
    const parent = this.#current;
    const depth = parent === NONE ? 0 : (this.sections[parent]?.depth ?? 0) + 1;
    const isOpen = !/\bcollapsed=true\b/.test(options);
    this.sections.push({ name, parent, depth, startedAt: seconds, endedAt: null, isOpen });
    this.#current = this.sections.length - 1;
    return this.#current;
  }

  #end(name: string, seconds: number): void {
    let index = this.#current;
    while (index !== NONE && this.sections[index]?.name !== name) index = this.sections[index]?.parent ?? NONE;
    const found = this.sections[index];
    if (!found) return;
    found.endedAt = seconds;
    this.#current = found.parent;
  }
}
