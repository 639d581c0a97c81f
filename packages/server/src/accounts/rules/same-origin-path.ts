/** Leads back out of the sign-in pages rather than into them again. */
const NEVER = /^\/(?:users\/(?:sign_in|sign_up|sign_out|password|confirmation)|-\/page)(?:[/?#]|$)/;

/** The path to go to after signing in: only ever one of this server; `/` for anything else. */
export function sameOriginPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2_000) return '/';
  // "//host" and "/\host" lead elsewhere in browsers; control characters are dropped by them before they look.
  // oxlint-disable-next-line no-control-regex
  if (!/^\/(?![/\\])/.test(text) || /[\u0000-\u001f\u007f\\]/.test(text)) return '/';
  const base = 'http://own.invalid';
  if (!URL.canParse(text, base)) return '/';
  const url = new URL(text, base);
  if (url.origin !== base || NEVER.test(url.pathname) || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
