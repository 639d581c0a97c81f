import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import type { Persona } from '../testing/world.ts';
import { rowOf } from './permission-table.ts';

/** Who stands in which column of the table. */
const COLUMNS = {
  anonymous: 'An',
  stranger: 'Us',
  external: 'Us',
  guest: 'G',
  reporter: 'R',
  developer: 'D',
  invited: 'D',
  maintainer: 'M',
  owner: 'O',
  admin: 'Ad',
} as const satisfies Record<Persona, string>;

const ORDER = ['An', 'Us', 'G', 'R', 'D', 'M', 'O', 'Ad'] as const;

/** How much a user may do, compared with others: no number means anything by itself. */
export const rankOf = (persona: Persona): number => ORDER.indexOf(COLUMNS[persona]);
export const isOutside = (persona: Persona): boolean => rankOf(persona) <= ORDER.indexOf('Us');
export const isReporterOrMore = (persona: Persona): boolean => rankOf(persona) >= ORDER.indexOf('R');

export function sees(persona: Persona, visibility: Visibility): boolean {
  if (!isOutside(persona) || visibility === 'public') return true;
  return visibility === 'internal' && persona === 'stranger';
}

/**
 * What the table says of a user who sees the project, worked out without the code of the product. `depends`: the thing
 * itself decides, when nothing is said of whose it is.
 */
export function granted(
  ability: string,
  persona: Persona,
  { visibility, isOwn }: { visibility: Visibility; isOwn?: boolean },
): 'yes' | 'no' | 'depends' {
  const { cells } = rowOf(ability);
  const isOpen = visibility !== 'private';
  const allows = (cell: string) => cell === 'Y' || (cell === 'o' && isOwn === true) || (cell === 'f' && isOpen);
  const cell = cells[COLUMNS[persona]];
  if (allows(cell) || (persona === 'guest' && isOpen && allows(cells.Us))) return 'yes';
  return cell === 'P' || (cell === 'o' && isOwn === undefined) ? 'depends' : 'no';
}
