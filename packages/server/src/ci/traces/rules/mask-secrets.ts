const MASK = '*'.codePointAt(0) ?? 42;
/** Shorter values would hide half of every log. */
const MIN_LENGTH = 8;

/** Values that may not stand in a log, the longest first. */
export function secretsOf(values: readonly string[]): Buffer[] {
  const lines = values.flatMap((value) => [value, ...value.split(/\r?\n/)]);
  const long = new Set(lines.filter((value) => Buffer.byteLength(value) >= MIN_LENGTH));
  return [...long].map((value) => Buffer.from(value)).toSorted((a, b) => b.length - a.length);
}

/**
 * Puts stars in the place of secrets, one for each byte, so that positions in the log stay what the runner counts. True when
 * something was replaced.
 */
export function maskSecrets(text: Buffer, secrets: readonly Buffer[]): boolean {
  let isChanged = false;
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
      text.fill(MASK, at, at + secret.length);
      isChanged = true;
    }
  }
  return isChanged;
}

/** Bytes at the end of a text that a secret begins with: what follows may make them one. */
export function heldAtEnd(text: Buffer, secrets: readonly Buffer[]): number {
  let longest = 0;
  for (const secret of secrets) {
    const [first = 0] = secret;
    let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
    while (at >= 0 && text.length - at > longest) {
      if (text.compare(secret, 0, text.length - at, at) === 0) longest = text.length - at;
      at = text.indexOf(first, at + 1);
    }
  }
  return longest;
}
