import { isReservedPart, MAX_PATH_LENGTH } from '../accounts/reserved-names.ts';
import { VISIBILITIES, type Visibility } from '../core/access-levels.ts';

export const MAX_GROUP_DEPTH = 20;
export const MAX_DESCRIPTION_LENGTH = 2_000;

// Control characters and those that turn the direction of what follows: a name must look like what it is.
// oxlint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What is wrong with the name of a project or group, as the end of a sentence; null when it will do. */
export function displayNameProblem(name: string): string | null {
  if (name.trim() === '') return "can't be blank";
  if (name.length > 255) return 'is too long (maximum is 255 characters)';
  return HIDDEN.test(name) ? 'contains characters that cannot be shown' : null;
}

/** What is wrong with the path of a project or of a group inside another; null when it is well formed and not reserved. */
export function childPathProblem(path: string): string | null {
  if (path === '') return "can't be blank";
  if (path.length > MAX_PATH_LENGTH) return `is too long (maximum is ${MAX_PATH_LENGTH} characters)`;
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) || /(?:\.|\.git|\.atom)$/i.test(path)) {
    return "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'.";
  }
  return isReservedPart(path) ? `${path} is a reserved name` : null;
}

/** Path made from a name as users type it: `My Tool` becomes `my-tool`. Empty when nothing usable is left. */
export function pathFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(/\.(?:git|atom)$/, '');
}

const rank = (visibility: Visibility) => VISIBILITIES.indexOf(visibility);

export function isMoreVisible(one: Visibility, other: Visibility): boolean {
  return rank(one) > rank(other);
}
