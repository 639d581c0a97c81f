/**
 * Characters that make text read differently from what it is: direction controls ("Trojan Source"), zero-width
 * characters, byte order marks, soft hyphens, tags and letters that draw nothing.
 */
export type InvisibleKind = 'bidi' | 'zero-width' | 'bom' | 'soft-hyphen' | 'filler' | 'tag' | 'variation';

export type InvisibleRange = {
  /** Offsets in UTF-16 units, end exclusive. */
  start: number;
  end: number;
  kind: InvisibleKind;
  codePoints: number[];
  /** As users write it: `U+202E`. */
  label: string;
};

// Joined emoji and flags are matched first so that their joiners and tags are not reported. The classes list code points
// that join with their neighbours on purpose, so the rule against such classes does not apply.
/* oxlint-disable no-misleading-character-class */
const SEARCH =
  /(?:\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]*\u200D)+(?=\p{Extended_Pictographic})|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/gu;
const QUICK =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/u;
/* oxlint-enable no-misleading-character-class */

/** The places of misleading characters in order; neighbours are reported one by one. */
export function findInvisible(text: string): InvisibleRange[] {
  if (!QUICK.test(text)) return [];
  const found: InvisibleRange[] = [];
  for (const match of text.matchAll(SEARCH)) {
    const code = soleCodePoint(match[0]);
    if (code === undefined) continue;
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      kind: kindOf(code),
      codePoints: [code],
      label: labelOf(code),
    });
  }
  return found;
}

/**
 * Wraps misleading characters of already escaped HTML text in a visible mark. Only give it text between tags or HTML
 * whose tags and attributes hold none of these characters.
 */
export function markInvisible(escapedHtml: string): string {
  if (!QUICK.test(escapedHtml)) return escapedHtml;
  return escapedHtml.replace(SEARCH, (match) => {
    const code = soleCodePoint(match);
    return code === undefined ? match : `<span class="bidi-mark" title="${labelOf(code)}">${match}</span>`;
  });
}

/** Undefined for a sequence: those are whole emoji and are left alone. */
function soleCodePoint(match: string): number | undefined {
  const code = match.codePointAt(0);
  return code !== undefined && match.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}

function labelOf(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function kindOf(code: number): InvisibleKind {
  if (code === 0xad) return 'soft-hyphen';
  if (code === 0xfeff) return 'bom';
  if (code >= 0xe0100 || (code >= 0x180b && code <= 0x180f && code !== 0x180e)) return 'variation';
  if (code >= 0xe0000) return 'tag';
  if ([0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0].includes(code)) return 'filler';
  const isBidi =
    code === 0x61c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069);
  return isBidi ? 'bidi' : 'zero-width';
}
