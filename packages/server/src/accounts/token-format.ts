import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DEFAULT_TOKEN_PREFIX } from '@tributary/contract/accounts/limits.ts';

const CHECKSUM_LENGTH = 7;
/** 256 bits in base64url. */
const SECRET_LENGTH = 43;

const checksum = (text: string): string => crc32(text).toString(36).padStart(CHECKSUM_LENGTH, '0');

/**
 * A new personal access token: the prefix of the instance, 256 random bits, checksum. Scanners recognise the form without
 * asking the server, and mistyped ones are refused without asking the database.
 */
export function generateAccessToken(prefix = DEFAULT_TOKEN_PREFIX): string {
  const body = `${prefix}${randomBytes(32).toString('base64url')}`;
  return `${body}${checksum(body)}`;
}

/** Does the text have the form of a personal access token, whatever its prefix? The checksum covers the prefix. */
export function isAccessToken(text: string): boolean {
  if (text.length < SECRET_LENGTH + CHECKSUM_LENGTH || text.length > 200) return false;
  return text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** Does the text look like a token, perhaps a mistyped one, rather than like a password someone chose? */
export function looksLikeAccessToken(text: string): boolean {
  return text.startsWith(DEFAULT_TOKEN_PREFIX) || isAccessToken(text);
}
