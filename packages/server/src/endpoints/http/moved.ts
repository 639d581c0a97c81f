import type { AppError } from '@tributary/contract/errors/app-error.ts';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function split(url: string): { path: string; query: string } {
  const question = url.indexOf('?');
  return question < 0 ? { path: url, query: '' } : { path: url.slice(0, question), query: url.slice(question) };
}

/** REST: the part of the address that named the old path becomes the number. Undefined when it is not in the path. */
export function movedRestAddress(error: AppError, url: string): string | undefined {
  const { path, query } = split(url);
  const from = String(error.params['from']).toLowerCase();
  const parts = path.split('/');
  const index = parts.findIndex((part) => decode(part).toLowerCase() === from);
  if (index < 0) return undefined;
  return [...parts.slice(0, index), String(error.params['id']), ...parts.slice(index + 1)].join('/') + query;
}

/** Pages and what lies below them: the old path at the front, after an optional `groups/`, becomes the new one. */
export function movedPageAddress(error: AppError, url: string): string | undefined {
  const { path, query } = split(url);
  const from = String(error.params['from']).toLowerCase().split('/');
  const parts = path.split('/').slice(1);
  const start = parts[0] === 'groups' ? 1 : 0;
  const isSame = from.every((part, index) => decode(parts[start + index] ?? '').toLowerCase() === part);
  if (!isSame) return undefined;
  const to = String(error.params['to'])
    .split('/')
    .map((part) => encodeURIComponent(part));
  return `/${[...parts.slice(0, start), ...to, ...parts.slice(start + from.length)].join('/')}${query}`;
}
