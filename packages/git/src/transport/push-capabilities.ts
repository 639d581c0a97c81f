/** What the client asked for in the first line of a push. */
export interface PushCapabilities {
  isAtomic: boolean;
}

const MAX_FIRST_COMMAND_BYTES = 64 * 1024;

/** Looks for the first command, which carries the capabilities, and passes every byte on. */
export async function* readPushCapabilities(
  source: AsyncIterable<unknown>,
  found: PushCapabilities,
): AsyncGenerator<Buffer> {
  let header: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (header !== null) {
      header = Buffer.concat([header, chunk.subarray(0, MAX_FIRST_COMMAND_BYTES)]);
      if (scan(header, found) || header.length >= MAX_FIRST_COMMAND_BYTES) header = null;
    }
    yield chunk;
  }
}

/** True when there is nothing more to learn. `shallow` lines may come before the first command. */
function scan(bytes: Buffer, found: PushCapabilities): boolean {
  let at = 0;
  while (bytes.length - at >= 4) {
    const digits = bytes.toString('latin1', at, at + 4);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
    if (length < 4) return true;
    if (bytes.length - at < length) return false;
    const text = bytes.toString('utf8', at + 4, at + length);
    if (!text.startsWith('shallow ')) {
      const capabilities = text.split('\0', 2)[1] ?? '';
      found.isAtomic = capabilities.trim().split(' ').includes('atomic');
      return true;
    }
    at += length;
  }
  return false;
}
