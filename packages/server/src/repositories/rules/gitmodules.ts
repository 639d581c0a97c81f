/** Path → address of the submodules a `.gitmodules` file lists. Only what is needed; anything odd is left out. */
export function parseGitmodules(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let path: string | undefined;
  let url: string | undefined;
  const close = () => {
    if (path !== undefined && url !== undefined) found.set(path, url);
    path = undefined;
    url = undefined;
  };
  for (const line of text.split('\n')) {
    if (/^\s*\[/.test(line)) {
      close();
      continue;
    }
    const match = /^\s*(path|url)\s*=\s*(.*?)\s*$/.exec(line);
    const value = match?.[2]?.replace(/^"(.*)"$/, '$1');
    if (match?.[1] === 'path') path = value;
    if (match?.[1] === 'url') url = value;
  }
  close();
  return found;
}

/** Hosts that show in a browser, under the same path, what they give over SSH; of others nobody knows. */
const HOSTS_OVER_SSH = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']);

/** `git@host:path`, as git and users write it, and `ssh://git@host/path`. */
function hrefOfSsh(url: string): string | null {
  const [, host, path] =
    /^ssh:\/\/(?:[\w.-]+@)?([a-z\d.-]+)(?::\d+)?\/+([^?#\s\\]+)$/i.exec(url) ??
    /^(?:[\w.-]+@)?([a-z\d.-]+):(?!\/\/)\/?([^?#\s\\]+)$/i.exec(url) ??
    [];
  if (host === undefined || path === undefined || !HOSTS_OVER_SSH.has(host.toLowerCase())) return null;
  const found = new URL(`https://${host.toLowerCase()}`);
  found.pathname = path;
  return found.href.replace(/\.git\/?$/, '');
}

/**
 * Where a user can go to see a submodule: an http(s) address, a path on this instance for a relative one, or null. What
 * the file says is never trusted to be a link by itself.
 */
export function submoduleHref(url: string, projectPath: string): string | null {
  if (url.startsWith('./') || url.startsWith('../')) {
    const parts = projectPath.split('/');
    for (const part of url.replace(/\.git\/?$/, '').split('/')) {
      if (part === '..') {
        if (parts.pop() === undefined) return null;
      } else if (part !== '.' && part !== '') parts.push(part);
    }
    return parts.length < 2 ? null : `/${parts.map(encodeURIComponent).join('/')}`;
  }
  const overSsh = hrefOfSsh(url);
  if (overSsh !== null) return overSsh;
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  parsed.username = '';
  parsed.password = '';
  return parsed.href.replace(/\.git\/?$/, '');
}
