import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * permissions.tsv is the single source of who may do what. Columns: ability; kind (read or write); An anonymous on
 * public; Us signed-in without membership on public and internal; G R D M O roles on private; Ad administrator;
 * Ar when archived; Lk for non-members when locked; hide (missing right looks like absence); token scopes that cover it; interfaces.
 * Cells: Y yes, - no, o own only, f only where everyone with access can read code, P by a protection rule (decided by
 * the operation after this table says no).
 */
export type Ability = string & { readonly ability?: never };

type Cell = 'Y' | '-' | 'o' | 'f' | 'P';
type Role = 'An' | 'Us' | 'G' | 'R' | 'D' | 'M' | 'O' | 'Ad';

export type AbilityRow = {
  ability: string;
  kind: 'read' | 'write';
  cells: Record<Role, Cell>;
  whenArchived: boolean;
  whenLocked: boolean;
  hides: boolean;
  scopes: string[];
  doors: string[];
};

const ROLES: readonly Role[] = ['An', 'Us', 'G', 'R', 'D', 'M', 'O', 'Ad'];

function parseRow(line: string): AbilityRow {
  const fields = line.split('\t').map((field) => field.trim());
  const [ability = '', kind] = fields;
  const cells = Object.fromEntries(ROLES.map((role, index) => [role, fields[index + 2] ?? '-'])) as AbilityRow['cells'];
  const [archived, locked, hide, scopes = '', doors = ''] = fields.slice(10);
  if (kind !== 'read' && kind !== 'write') throw new Error(`permissions.tsv: ${ability} has no kind`);
  return {
    ability,
    kind,
    cells,
    whenArchived: archived === 'Y',
    whenLocked: locked === 'Y',
    hides: hide === 'Y',
    scopes: scopes.split(' '),
    doors: doors.split(' '),
  };
}

const rows: ReadonlyMap<string, AbilityRow> = new Map(
  readFileSync(path.join(import.meta.dirname, 'permissions.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !line.startsWith('ability\t'))
    .map((line) => parseRow(line))
    .map((row) => [row.ability, row]),
);

/** Throws on an ability that has no row: a route or check names something that was never decided. */
export function abilityRow(ability: Ability): AbilityRow {
  const row = rows.get(ability);
  if (!row) throw new Error(`no row for ability ${ability} in permissions.tsv`);
  return row;
}
