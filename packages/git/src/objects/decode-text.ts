const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');
const NEWLINE = 0x0a;

/**
 * File content as text for showing. UTF-8 if it is; if no byte above ASCII makes sense as UTF-8, it is taken for
 * Windows-1252, as most old files are. Where only some do, each line is decided about alone, so that the lines of a diff, whose sides
 * may differ in this, are the same as those of the files. In a line with both, broken bytes become replacement
 * characters. A byte order mark stays.
 */
export function decodeFileText(bytes: Buffer): string {
  return decodeWhole(bytes) ?? decodeLines(bytes);
}

function decodeWhole(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return isPartlyUtf8(bytes) ? undefined : windows1252.decode(bytes);
}

function isPartlyUtf8(bytes: Buffer): boolean {
  return /[^\0-\u007f\ufffd]/.test(bytes.toString('utf8'));
}

function decodeLines(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at <= bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(at, end);
    lines.push(decodeWhole(line) ?? line.toString('utf8'));
    at = end + 1;
  }
  return lines.join('\n');
}
