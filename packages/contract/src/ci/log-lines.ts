import { type AnsiStyle, PLAIN, stripAnsi, styleAfter } from './log-style.ts';

/** No section. */
export const NONE = -1;

export type LogLine = {
  text: string;
  /** Looks that the line begins with. */
  style: AnsiStyle;
  /** The section that it opens; `NONE` for most. */
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
  /** It is closed until a reader opens it. */
  isCollapsed: boolean;
  /** The line that heads it, and the one after its last; null while it goes on. */
  first: number;
  end: number | null;
};

/** Where a reader is: what follows can be read from here. */
export type LogPosition = { lines: number; style: AnsiStyle; section: number; sections: number };

/** More are text without a section: a log is written by whoever writes jobs. */
const MAX_SECTIONS = 10_000;
const MAX_DEPTH = 20;

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

/** `joins`: the line goes on with this. */
export type ReadLine = { line: LogLine; joins: boolean };

/**
 * Reads a log line by line and notes its sections. A reader that begins at a position somewhere in the middle is given the
 * sections that another one has found.
 */
export class LogReader {
  hasTimes = false;
  #lines: number;
  #style: AnsiStyle;
  #current: number;
  #next: number;
  readonly sections: LogSection[];

  constructor(from: LogPosition = { lines: 0, style: PLAIN, section: NONE, sections: 0 }, sections: LogSection[] = []) {
    this.#lines = from.lines;
    this.#style = from.style;
    this.#current = from.section;
    this.#next = from.sections;
    this.sections = sections;
  }

  /** How many lines there are up to here. */
  get lines(): number {
    return this.#lines;
  }

  position(): LogPosition {
    return { lines: this.#lines, style: this.#style, section: this.#current, sections: this.#next };
  }

  /** Takes one line, without its line break. Undefined where a reader sees none: the end of a section alone. */
  read(raw: string): ReadLine | undefined {
    const time = TIME.exec(raw);
    let text = time ? raw.slice(time[0].length) : raw;
    if (time) this.hasTimes = true;
    let header = NONE;
    let hadMarker = false;
    if (text.includes('section_')) {
      const outside = this.#current;
      text = text.replace(MARKER, (_, kind: string, seconds: string, name: string, options: string | undefined) => {
        hadMarker = true;
        if (kind === 'end') this.#end(name, Number(seconds));
        else header = this.#start(name, Number(seconds), options ?? '', header);
        return '';
      });
      // What ends on the same line has no lines of its own.
      if (header !== NONE && this.#current === outside) header = NONE;
    }
    const shown = overwritten(text);
    const style = this.#style;
    this.#style = styleAfter(text, style);
    const isBlank = hadMarker && stripAnsi(shown) === '';
    if (isBlank && header === NONE) return undefined;
    // A plus says that the line goes on.
    const joins = time?.[2] === '+' && header === NONE && this.#lines > 0;
    if (!joins) this.#lines += 1;
    const name = isBlank ? this.sections[header]?.name : undefined;
    return { joins, line: { text: name ?? shown, style, header, time: time?.[1] ?? null } };
  }

  /** The last line while it has no end yet. */
  peek(raw: string): LogLine {
    const text = overwritten(raw.replace(TIME, '').replace(MARKER, ''));
    return { text, style: this.#style, header: NONE, time: null };
  }

  #start(name: string, seconds: number, options: string, headerBefore: number): number {
    const parent = this.#current;
    const depth = parent === NONE ? 0 : (this.sections[parent]?.depth ?? 0) + 1;
    if (this.#next >= MAX_SECTIONS || depth >= MAX_DEPTH) return headerBefore;
    const index = this.#next;
    this.#next += 1;
    this.#current = index;
    // A line opens and closes one section: the outer one of two that begin on it stays open.
    const outer = this.sections[headerBefore];
    if (outer) outer.isCollapsed = false;
    this.sections[index] ??= {
      name,
      parent,
      depth,
      startedAt: seconds,
      endedAt: null,
      isCollapsed: /\bcollapsed=true\b/.test(options),
      first: this.#lines,
      end: null,
    };
    return index;
  }

  #end(name: string, seconds: number): void {
    let index = this.#current;
    while (index !== NONE && this.sections[index]?.name !== name) index = this.sections[index]?.parent ?? NONE;
    const found = this.sections[index];
    if (!found) return;
    // Those inside that were not ended end with it.
    for (let inner = this.#current; inner !== found.parent; inner = this.sections[inner]?.parent ?? NONE) {
      const section = this.sections[inner];
      if (!section) break;
      section.end ??= this.#lines;
    }
    found.endedAt ??= seconds;
    this.#current = found.parent;
  }
}
