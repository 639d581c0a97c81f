const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * File content as text for showing. UTF-8 if it is; if single bytes are broken they become replacement characters; if no
 * byte above ASCII makes sense as UTF-8, it is taken for Windows-1252, as most old files are. A byte order mark stays.
 */
export function decodeFileText(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const lossy = bytes.toString('utf8');
  return /[^\0-\u007f\ufffd]/.test(lossy) ? lossy : windows1252.decode(bytes);
}
