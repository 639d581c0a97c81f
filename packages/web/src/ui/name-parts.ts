/** A piece of a name: plain text, or one character that would not be seen or would mislead, with what it is. */
export type NamePart = { text: string; mark: string | null };

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\uFFFD': '\uFFFD' };

// Characters are listed one by one; some of them join with their neighbours on purpose.
/* oxlint-disable no-misleading-character-class, no-control-regex */
const MISLEADING =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFFD\u{E0000}-\u{E007F}]/u;
/* oxlint-enable no-misleading-character-class, no-control-regex */

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SHORT[character] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Cuts a name where something in it cannot be seen: line ends, controls, direction marks, bytes that are no text, and
 * spaces at its ends. Most names are one part.
 */
export function nameParts(name: string): NamePart[] {
  const start = name.length - name.trimStart().length;
  const end = name.trimEnd().length;
  if (start === 0 && end === name.length && !MISLEADING.test(name)) return [{ text: name, mark: null }];
  const parts: NamePart[] = [];
  let at = 0;
  for (const character of name) {
    const isOuterSpace = character === ' ' && (at < start || at >= end);
    at += character.length;
    if (isOuterSpace || MISLEADING.test(character)) {
      parts.push({ text: character, mark: isOuterSpace ? '␣' : markOf(character) });
      continue;
    }
    const last = parts.at(-1);
    if (last !== undefined && last.mark === null) last.text += character;
    else parts.push({ text: character, mark: null });
  }
  return parts;
}

/** The name in words that can be read aloud and stand in an attribute. */
export function accessibleName(name: string): string {
  return nameParts(name)
    .map((part) => part.mark ?? part.text)
    .join('');
}
