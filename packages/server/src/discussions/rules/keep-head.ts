/** The first bytes of what flows by; nothing behind them is copied or held on to. */
export function keepHead(mostBytes: number): { take: (chunk: Uint8Array | string) => void; bytes: () => Buffer } {
  const parts: Buffer[] = [];
  let keptBytes = 0;
  return {
    take: (chunk) => {
      const leftBytes = mostBytes - keptBytes;
      if (leftBytes <= 0) return;
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      // Copied: whoever sends it may use its memory again.
      const part = Buffer.from(bytes.subarray(0, leftBytes));
      parts.push(part);
      keptBytes += part.length;
    },
    bytes: () => Buffer.concat(parts),
  };
}
