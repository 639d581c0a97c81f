import { useRef, useState } from 'react';
import type { VariableRow, VariableType } from './run-variables.tsx';

export type ChosenVariable = { key: string; value: string; variable_type: VariableType };

type Given = Omit<VariableRow, 'id' | 'type'> & { type?: VariableType };

/** Rows of variables that a user fills, adds and removes. */
export function useVariableRows(given: readonly Given[]) {
  const nextId = useRef(given.length);
  const [rows, setRows] = useState<VariableRow[]>(() => given.map((row, id) => ({ type: 'env_var', ...row, id })));
  const add = () => {
    nextId.current += 1;
    const empty = {
      id: nextId.current,
      key: '',
      value: '',
      type: 'env_var',
      description: null,
      options: null,
    } as const;
    setRows((before) => [...before, empty]);
  };
  /** Those that have a name. */
  const filled: ChosenVariable[] = rows
    .filter(({ key }) => key.trim() !== '')
    .map(({ key, value, type }) => ({ key: key.trim(), value, variable_type: type }));
  return { rows, setRows, add, filled };
}
