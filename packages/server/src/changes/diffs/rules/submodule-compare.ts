/** Hosts whose comparison of two commits has a known address; of others only the repository is known. */
const HOSTS: Readonly<Record<string, string>> = { 'github.com': '/compare/', 'gitlab.com': '/-/compare/' };

/**
 * Where two commits of a submodule can be compared: `href` is where its repository can be seen, on this instance when it
 * is a path. Null where nobody knows.
 */
export function submoduleCompareUrl(
  href: string,
  shas: { old: string; new: string },
  ownOrigin: string,
): string | null {
  const hasBoth = !/^0*$/.test(shas.old) && !/^0*$/.test(shas.new);
  if (!hasBoth) return null;
  const range = `${shas.old}...${shas.new}`;
  if (href.startsWith('/')) return `${href}/-/compare/${range}`;
  const url = URL.parse(href);
  if (!url) return null;
  const way = url.origin === ownOrigin ? '/-/compare/' : HOSTS[url.host];
  return way === undefined ? null : `${href.replace(/\/+$/, '')}${way}${range}`;
}
