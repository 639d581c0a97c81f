import { decodeFileText, textEncodingOf } from '@tributary/git';

/** What a file's bytes say as text. `encoding` is one that browsers know; `windows-1252` where lines are not all the same. */
export type DecodedText = { text: string; encoding: string; hasBom: boolean };

function bomOf(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/**
 * Undefined for binary content: a NUL in the first 8000 bytes and no mark of UTF-16, as git sees it. `known` is what
 * `encodingAt` says of the file; without it nothing but the bytes is asked.
 */
export function decodeText(bytes: Buffer, known?: string | null): DecodedText | undefined {
  const bom = bomOf(bytes);
  if (bom && bom.encoding !== 'utf-8') {
    const text = new TextDecoder(bom.encoding).decode(bytes.subarray(bom.length));
    return { text, encoding: bom.encoding, hasBom: true };
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1 && nul < 8_000) return undefined;
  const body = bytes.subarray(bom?.length ?? 0);
  const encoding = known === undefined ? textEncodingOf(body) : known;
  const text = decodeFileText(body, encoding);
  return { text, encoding: encoding ?? 'windows-1252', hasBom: bom !== undefined && encoding === 'utf-8' };
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
