const REGEX_MAY_FOLLOW = /(^|[=(,:;!&|?{}[+\-*%<>~^\n]|\breturn|\btypeof|\bcase|\bawait|\bof|\bin)\s*$/;

/**
 * The source with comments, the contents of strings and templates, and regular expressions replaced by spaces, at the
 * same offsets and lines; quotes stay, and so does the code inside `${…}`. It is a scanner, not a parser: text between
 * JSX tags is read as code, and an apostrophe there hides the rest of its line.
 */
export function maskSource(text) {
  const out = text.split('');
  const templates = [];
  let depth = 0;
  let at = 0;
  const blank = (from, to) => {
    for (let index = from; index < to; index += 1) if (out[index] !== '\n') out[index] = ' ';
  };
  while (at < text.length) {
    const char = text[at];
    const pair = text.slice(at, at + 2);
    if (pair === '//' || pair === '/*') {
      const end = pair === '//' ? endOfLine(text, at) : endOf(text, '*/', at + 2);
      blank(at, end);
      at = end;
    } else if (char === "'" || char === '"') {
      const end = endOfString(text, at);
      blank(at + 1, end - 1);
      at = end;
    } else if (char === '`' || (char === '}' && templates.at(-1) === depth)) {
      if (char === '}') templates.pop();
      const piece = endOfTemplatePiece(text, at + 1);
      blank(at + 1, piece.end - (piece.opens ? 2 : 1));
      if (piece.opens) templates.push(depth);
      at = piece.end;
    } else if (char === '/' && REGEX_MAY_FOLLOW.test(text.slice(Math.max(0, at - 12), at))) {
      const end = endOfRegex(text, at);
      blank(at + 1, end - 1);
      at = Math.max(end, at + 1);
    } else {
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      at += 1;
    }
  }
  return out.join('');
}

function endOfLine(text, from) {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function endOf(text, mark, from) {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end + mark.length;
}

/** Offset after the closing quote; a string that does not close on its line ends there. */
function endOfString(text, from) {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

/** Offset after the closing backtick or after `${`, and which of the two it was. */
function endOfTemplatePiece(text, from) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return { end: at + 1, opens: false };
    else if (text[at] === '$' && text[at + 1] === '{') return { end: at + 2, opens: true };
  }
  return { end: text.length, opens: false };
}

/** Offset after the closing slash; the start when it is a division after all. */
function endOfRegex(text, from) {
  let isInClass = false;
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '\n') return from;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return at + 1;
  }
  return from;
}
