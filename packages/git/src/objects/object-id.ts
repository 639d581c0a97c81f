import { GitError } from '../process/git-error.ts';

export const ZERO_OID = '0'.repeat(40);
/** git knows this tree in every repository, stored or not. */
export const EMPTY_TREE_OID = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
// The strict part of git's own rules for a full ref name; short names and rev syntax cannot pass.
const FULL_REF = /^refs\/(?!.*(?:\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)))[^\0-\x20\x7f~^:?*[\\]+(?<![./])$/;

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Returns the id, or throws `invalid_ref`. Every sha that enters this package passes here. */
export function assertObjectId(text: string): string {
  if (!isObjectId(text))
    throw new GitError('invalid_ref', 'A full object id is needed.', { details: { value: text.slice(0, 80) } });
  return text;
}

export function isZeroOid(text: string): boolean {
  return /^0+$/.test(text);
}

export function isFullRef(text: string): boolean {
  return text.length <= 1024 && FULL_REF.test(text);
}

export function assertFullRef(text: string): string {
  if (!isFullRef(text))
    throw new GitError('invalid_ref', 'A full ref name is needed.', { details: { value: text.slice(0, 80) } });
  return text;
}

/** A *rev* of this package: a full object id, a full ref name, or HEAD. */
export function assertRev(text: string): string {
  if (text === 'HEAD' || isObjectId(text) || isFullRef(text)) return text;
  throw new GitError('invalid_ref', 'The revision must be a full object id or a full ref name.', {
    details: { value: text.slice(0, 80) },
  });
}
