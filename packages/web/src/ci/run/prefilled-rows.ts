import type { RunFormVariable } from '@tributary/contract/ci/run-page.ts';
import type { VariableRow } from './run-variables.tsx';

const NAMED = /^(var|file_var)\[(\w{1,255})\]$/;

/**
 * Rows of the form: the variables that the configuration describes, then others. An address names values as `var[KEY]` and
 * `file_var[KEY]`, so that a link leads to a form that is filled in.
 */
export function prefilledRows(
  described: readonly RunFormVariable[],
  query: URLSearchParams,
): Omit<VariableRow, 'id'>[] {
  const rows = described.map((variable): Omit<VariableRow, 'id'> => ({ ...variable, type: 'env_var' }));
  for (const [name, value] of query) {
    const [, kind, key] = NAMED.exec(name) ?? [];
    if (key === undefined) continue;
    const type = kind === 'file_var' ? 'file' : 'env_var';
    const found = rows.find((row) => row.key === key);
    if (!found) rows.push({ key, value, type, description: null, options: null });
    // A choice stays one of its options.
    else if (found.options === null || found.options.includes(value)) Object.assign(found, { value, type });
  }
  return rows;
}
