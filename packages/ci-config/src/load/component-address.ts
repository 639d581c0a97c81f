import type { ComponentRequest } from './sources.ts';

const NAME = /^[\w-]+$/;

/**
 * Reads `HOST/GROUP/PROJECT/NAME@VERSION`. Only components of this instance can be included: the project is named by its path, so
 * that the rights of the user who starts the pipeline count. The version follows the first `@`.
 */
export function readComponentAddress(address: string, host: string): ComponentRequest | { readonly problem: string } {
  const [path = '', ...rest] = address.trim().split('@');
  const version = rest.join('@');
  if (version === '') return { problem: 'does not have a version: add @ and a tag, branch, commit or ~latest' };
  const prefix = `${host}/`;
  if (!path.startsWith(prefix))
    return { problem: `is not a component of this instance: its address should start with ${prefix}` };
  const parts = path.slice(prefix.length).split('/');
  const name = parts.pop() ?? '';
  // A project is at least a namespace and a path.
  if (parts.length < 2 || parts.some((part) => part === '') || !NAME.test(name))
    return { problem: 'does not have a valid address: write the path of the project, then the name of the component' };
  return { project: parts.join('/'), name, version };
}
