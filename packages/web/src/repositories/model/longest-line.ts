/** Entities are one character each; tags are none. */
const MARKUP = /<[^>]*>|&[^;\s]{1,10};/g;

function columnsOf(html: string, tabWidth: number): number {
  const text = html.replace(MARKUP, (part) => (part.startsWith('<') ? '' : '&'));
  let columns = 0;
  for (const character of text) {
    if (character === '\t') columns += tabWidth - (columns % tabWidth);
    else columns += (character.codePointAt(0) ?? 0) > 0x10ff ? 2 : 1;
  }
  return columns;
}

/** Columns that the longest of these lines takes, so that lines that are not drawn yet do not change the width. */
export function longestLine(lines: readonly string[], tabWidth: number): number {
  let longest = 0;
  // A line cannot have more columns than characters, save for tabs and wide letters.
  for (const line of lines)
    if (line.length * tabWidth > longest) longest = Math.max(longest, columnsOf(line, tabWidth));
  return longest;
}
