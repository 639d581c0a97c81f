/** Looks of text in a terminal. Colours are numbers of the palette of 16; null is the one of the page. */
export type AnsiStyle = {
  fg: number | null;
  bg: number | null;
  bold: boolean;
  faint: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  inverse: boolean;
};

export const PLAIN: AnsiStyle = {
  fg: null,
  bg: null,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
};

export const isPlain = (style: AnsiStyle): boolean =>
  style === PLAIN ||
  (style.fg === null &&
    style.bg === null &&
    !(style.bold || style.faint || style.italic || style.underline || style.strike || style.inverse));

// Control sequences (`ESC [ … letter`), operating system commands (`ESC ] … BEL`), and other escapes of two characters.
// eslint-disable-next-line no-control-regex -- Logs have control characters.
const ESCAPE = /\u001B(?:\[([0-9;:?]*)([@-~])|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\^_=>])?/g;
// eslint-disable-next-line no-control-regex -- The same.
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

const CUBE = [0, 95, 135, 175, 215, 255];
/** Colours from this number on are the bright ones. */
export const BRIGHT = 8;

/** The palette colour that is nearest to a colour: the looks of a page have names, not values. */
function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 40) return most < 64 ? 0 : most < 140 ? BRIGHT : most < 210 ? 7 : 15;
  const half = (most + least) / 2;
  const hue = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0);
  return most > 220 ? hue + BRIGHT : hue;
}

function fromCube(index: number): number {
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return nearest(grey, grey, grey);
  }
  const at = index - 16;
  const level = (step: number): number => CUBE[step] ?? 0;
  return nearest(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6));
}

/** `5;n` or `2;r;g;b` after 38 or 48; the number of parts it has, and the colour. */
function extendedColor(codes: readonly number[], from: number): { color: number | null; length: number } {
  const part = (offset: number): number => Math.min(255, codes[from + offset] ?? 0);
  if (codes[from] === 5) return { color: fromCube(part(1)), length: 2 };
  if (codes[from] === 2) return { color: nearest(part(1), part(2), part(3)), length: 4 };
  return { color: null, length: 1 };
}

const SWITCHES: Record<number, Partial<AnsiStyle>> = {
  0: PLAIN,
  1: { bold: true },
  2: { faint: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  22: { bold: false, faint: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strike: false },
  39: { fg: null },
  49: { bg: null },
};

function colorOf(code: number): Partial<AnsiStyle> | undefined {
  if (code >= 30 && code <= 37) return { fg: code - 30 };
  if (code >= 40 && code <= 47) return { bg: code - 40 };
  if (code >= 90 && code <= 97) return { fg: code - 90 + BRIGHT };
  if (code >= 100 && code <= 107) return { bg: code - 100 + BRIGHT };
  return undefined;
}

function withCodes(style: AnsiStyle, text: string): AnsiStyle {
  // What most lines end with.
  if (text === '' || text === '0') return PLAIN;
  const codes = text.split(/[;:]/).map(Number);
  const next = { ...style };
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, length } = extendedColor(codes, index + 1);
      if (code === 38) next.fg = color;
      else next.bg = color;
      index += length;
    } else {
      Object.assign(next, SWITCHES[code] ?? colorOf(code));
    }
  }
  return next;
}

const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Text in parts of one look each, and the looks that what follows begins with. */
export function splitByStyle(
  text: string,
  before: AnsiStyle = PLAIN,
): { parts: { text: string; style: AnsiStyle }[]; style: AnsiStyle } {
  const parts: { text: string; style: AnsiStyle }[] = [];
  let style = before;
  let at = 0;
  const add = (part: string): void => {
    const visible = withoutInvisible(part);
    if (visible !== '') parts.push({ text: visible, style });
  };
  for (const match of text.matchAll(ESCAPE)) {
    add(text.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === 'm') style = withCodes(style, match[1] ?? '');
  }
  add(text.slice(at));
  return { parts, style };
}

/** The looks after a text, without its parts. */
export function styleAfter(text: string, before: AnsiStyle): AnsiStyle {
  if (!text.includes('\u001B')) return before;
  let style = before;
  for (const [, codes = '', end] of text.matchAll(ESCAPE)) if (end === 'm') style = withCodes(style, codes);
  return style;
}

export const stripAnsi = (text: string): string =>
  withoutInvisible(text.includes('\u001B') ? text.replace(ESCAPE, '') : text);
