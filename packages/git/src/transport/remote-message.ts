const WIDTH = 72;
const RULE = '='.repeat(WIDTH);

/** A message for the user at the other end of a push, set apart from git's own lines. Control characters are dropped. */
export function formatRemoteMessage(text: string): string {
  const lines = text.split(/\r?\n/).flatMap((line) => wrap(printable(line)));
  return ['', RULE, '', ...lines, '', RULE, ''].join('\n');
}

/** Plain lines without the rules, for links and notices. */
export function formatRemoteNotice(text: string): string {
  return ['', ...text.split(/\r?\n/).map(printable), ''].join('\n');
}

function wrap(line: string): string[] {
  const lines: string[] = [];
  let current = '';
  // A word longer than the width (an address) stays whole.
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

function printable(line: string): string {
  let out = '';
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x20 && (code < 0x7f || code > 0x9f)) out += character;
  }
  return out;
}
