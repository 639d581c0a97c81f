import { useRef, useState } from 'react';
import type { VariableRow } from './run-variables.tsx';

/** Rows of variables that a user fills, adds and removes. */
export function useVariableRows(given: readonly Omit<VariableRow, 'id'>[]) {
  const nextId = useRef(given.length);
  const [rows, setRows] = useState<VariableRow[]>(() => given.map((row, id) => ({ ...row, id })));
  const add = () => {
    nextId.current += 1;
    setRows((before) => [...before, { id: nextId.current, key: '', value: '', description: null, options: null }]);
  };
  /** Those that have a name. */
  const filled = rows.filter(({ key }) => key.trim() !== '').map(({ key, value }) => ({ key: key.trim(), value }));
  return { rows, setRows, add, filled };
}
