/** What a file's bytes say as text. `encoding` is `utf-8`, `utf-16le`, `utf-16be` or `windows-1252` (every byte a letter). */
export type DecodedText = { text: string; encoding: string; hasBom: boolean };

function bomOf(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** Undefined for binary content: a NUL in the first 8000 bytes and no mark of UTF-16, as git sees it. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const bom = bomOf(bytes);
  if (bom && bom.encoding !== 'utf-8') {
    const text = new TextDecoder(bom.encoding).decode(bytes.subarray(bom.length));
    return { text, encoding: bom.encoding, hasBom: true };
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1 && nul < 8_000) return undefined;
  const body = bytes.subarray(bom?.length ?? 0);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { text, encoding: 'utf-8', hasBom: bom !== undefined };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder('windows-1252').decode(body), encoding: 'windows-1252', hasBom: false };
  }
}

export type LineEndings = 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';

export function lineEndingsOf(text: string): LineEndings {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at += 1) {
    const char = text[at];
    if (char === '\n') lf += 1;
    else if (char === '\r' && text[at + 1] === '\n') {
      crlf += 1;
      at += 1;
    } else if (char === '\r') cr += 1;
  }
  const kinds = [lf, crlf, cr].filter((count) => count > 0).length;
  if (kinds === 0) return 'none';
  if (kinds > 1) return 'mixed';
  if (lf > 0) return 'lf';
  return crlf > 0 ? 'crlf' : 'cr';
}
