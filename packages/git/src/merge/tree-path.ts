import { isGitError } from '../process/git-error.ts';
import { pathToBytes } from '../process/path-key.ts';

/** Why a path may not be written. */
export type TreePathProblem =
  | 'empty'
  | 'too_long'
  | 'absolute'
  | 'empty_component'
  | 'dot_component'
  | 'dot_git'
  | 'control_character'
  | 'not_text';

const MAX_PATH_BYTES = 4096;
const MAX_COMPONENT_BYTES = 255;
/** Code points HFS+ drops when it compares names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Checks a path that someone wants to create. What is in a tree already may have any name and stays readable. */
export function treePathProblem(path: string): TreePathProblem | null {
  if (path === '') return 'empty';
  let bytes: Buffer;
  try {
    bytes = pathToBytes(path);
  } catch (error) {
    if (isGitError(error)) return 'not_text';
    throw error;
  }
  if (bytes.length > MAX_PATH_BYTES) return 'too_long';
  if (bytes[0] === 0x2f) return 'absolute';
  if (bytes.some((byte) => byte < 0x20 || byte === 0x7f)) return 'control_character';
  const text = bytes.toString('utf8');
  for (const component of text.split('/')) {
    if (component === '') return 'empty_component';
    if (component === '.' || component === '..') return 'dot_component';
    if (Buffer.byteLength(component) > MAX_COMPONENT_BYTES) return 'too_long';
    if (isDotGit(component)) return 'dot_git';
  }
  return null;
}

/** `.git` in any spelling that Windows or macOS take for it, also behind a backslash, which Windows takes for a slash. */
function isDotGit(component: string): boolean {
  return component.split('\\').some((part) => {
    const plain = part.replaceAll(HFS_IGNORED, '').toLowerCase();
    // NTFS: trailing dots and spaces vanish, a colon starts a stream name, git~1 is the short name.
    const ntfs = plain.replace(/:.*$/s, '').replace(/[. ]+$/, '');
    return ntfs === '.git' || ntfs === 'git~1' || plain === '..' || plain === '.git';
  });
}
