import ipaddr from 'ipaddr.js';

/**
 * May the product connect to this address? Only what is plainly public: not loopback, private, link-local, shared,
 * reserved, multicast, and none of the ranges that carry another address inside (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  return ipaddr.process(bare).range() === 'unicast';
}

export function isAddressLiteral(host: string): boolean {
  return ipaddr.isValid(host.replace(/^\[|\]$/g, ''));
}

/** Host as it is compared: lower case, without a root dot or brackets. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '');
}

const SCHEMES = new Set(['http:', 'https:']);

/** Why an address that a user gave cannot be called, as the end of a sentence; null when it may be tried. */
export function urlProblem(text: string): string | null {
  if (text.length > 2_048) return 'it is longer than 2048 characters';
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f]/.test(text)) return 'it contains spaces or control characters';
  if (!URL.canParse(text)) return 'it is not a URL';
  const url = new URL(text);
  if (!SCHEMES.has(url.protocol)) return 'only HTTP and HTTPS are allowed';
  return url.hostname === '' ? 'it has no host' : null;
}
