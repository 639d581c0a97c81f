import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'glpat-';
const CHECKSUM_LENGTH = 7;

function checksum(body: string): string {
  return crc32(PREFIX + body)
    .toString(36)
    .padStart(CHECKSUM_LENGTH, '0');
}

/**
 * A new personal access token: known prefix, 256 random bits, checksum. Scanners recognise the form without asking the
 * server, and mistyped ones are refused without asking the database.
 */
export function generateAccessToken(): string {
  const body = randomBytes(32).toString('base64url');
  return `${PREFIX}${body}${checksum(body)}`;
}

/** Does the text have the form of a personal access token, its checksum included? */
export function isAccessToken(text: string): boolean {
  if (!text.startsWith(PREFIX) || text.length > 200) return false;
  const body = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(body);
}

/** Does the text look like a token rather than like a password someone chose? */
export function looksLikeAccessToken(text: string): boolean {
  return text.startsWith(PREFIX);
}
