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

/**
 * Where a person can go to see a submodule: an http(s) address, a path on this instance for a relative one, or null. What
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
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  parsed.username = '';
  parsed.password = '';
  return parsed.href.replace(/\.git\/?$/, '');
}
