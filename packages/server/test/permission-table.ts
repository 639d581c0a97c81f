import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * permissions.tsv as a test reads it, on purpose without the code of the product: what the policy decides is compared
 * with the table itself.
 */
export type TableRow = {
  ability: string;
  kind: string;
  cells: Record<'An' | 'Us' | 'G' | 'R' | 'D' | 'M' | 'O' | 'Ad', string>;
  archived: boolean;
  /** Also by those who do not belong, while the discussion is locked. */
  locked: boolean;
  hide: boolean;
  scopes: string[];
};

const FILE = path.resolve(import.meta.dirname, '../src/platform/policy/permissions.tsv');

export const table: TableRow[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('ability\t'))
  .map((line) => {
    const [
      ability = '',
      kind = '',
      An = '',
      Us = '',
      G = '',
      R = '',
      D = '',
      M = '',
      O = '',
      Ad = '',
      ar,
      lk,
      hide,
      scopes,
    ] = line.split('\t');
    return {
      ability,
      kind,
      cells: { An, Us, G, R, D, M, O, Ad },
      archived: ar === 'Y',
      locked: lk === 'Y',
      hide: hide === 'Y',
      scopes: (scopes ?? '').split(' '),
    };
  });

export function rowOf(ability: string): TableRow {
  const row = table.find((each) => each.ability === ability);
  if (!row) throw new Error(`no row for ${ability}`);
  return row;
}
