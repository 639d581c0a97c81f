import type { Field } from './field.ts';
import type { MatrixConfig, ParallelConfig, VariableConfig, VariableMap } from './model.ts';
import { MAX_PARALLEL } from '../limits.ts';

/** Variables of the file, which may have a description and options, or of a job, which may not. */
export function readVariables(field: Field, isGlobal = false): VariableMap {
  if (!field.isPresent) return {};
  if (field.node?.kind !== 'map') {
    field.fail('config should be a hash of key value pairs', 'a mapping of names to values');
    return {};
  }
  return Object.fromEntries(
    field.entries().flatMap(({ key }) => {
      const variable = readVariable(field.get(key), isGlobal, key);
      return variable ? [[key, variable] as const] : [];
    }),
  );
}

function readVariable(field: Field, isGlobal: boolean, name: string): VariableConfig | undefined {
  if (!/^\w[\w.-]*$/.test(name))
    return field.fail('config should have a valid name', 'letters, digits and underscores');
  const { node } = field;
  // A variable without a value is empty.
  if (!node) return { value: '', description: null, options: null, expand: true };
  if (node.kind === 'scalar') return { value: String(node.value), description: null, options: null, expand: true };
  if (node.kind !== 'map') return field.fail('config must be either a string or a hash', 'a string, number or mapping');
  const allowed = isGlobal ? ['value', 'description', 'expand', 'options'] : ['value', 'expand'];
  const wrong = field.entries().filter((entry) => !allowed.includes(entry.key));
  if (wrong.length > 0) {
    const names = wrong.map((entry) => entry.key).join(', ');
    return field.fail(`config uses invalid data keys: ${names}`, `one of: ${allowed.join(', ')}`, wrong[0]?.at);
  }
  const options = field.get('options').strings() ?? null;
  const value = field.get('value').text();
  if (options && (value === undefined || !options.includes(value)))
    return field.fail('config value must be present in options', options.join(', '));
  return {
    value: value ?? '',
    description: field.get('description').text() ?? null,
    options,
    expand: field.get('expand').boolean() ?? true,
  };
}

export function readParallel(field: Field): ParallelConfig | null {
  const { node } = field;
  if (!node) return null;
  if (node.kind === 'scalar') {
    const count = field.asEntry().integer(1, MAX_PARALLEL);
    return count === undefined ? null : { count };
  }
  if (node.kind !== 'map') {
    field.fail('should be an integer or a hash', `a number from 1 to ${MAX_PARALLEL}, or a matrix`);
    return null;
  }
  if (!field.isMap(['matrix'])) return null;
  const matrix = readMatrix(field.get('matrix'));
  if (!matrix) return null;
  const total = matrix.reduce(
    (sum, entry) => sum + Object.values(entry).reduce((most, values) => most * values.length, 1),
    0,
  );
  if (total > MAX_PARALLEL) {
    field
      .get('matrix')
      .fail(`config generates too many jobs (maximum is ${MAX_PARALLEL})`, `at most ${MAX_PARALLEL} jobs`);
    return null;
  }
  return { matrix };
}

export function readMatrix(field: Field): MatrixConfig | null {
  if (field.node?.kind !== 'list' || field.node.items.length === 0) {
    field.fail('config should be an array of hashes', 'a list of mappings of variables to values');
    return null;
  }
  const matrix = field.items().map((item) => {
    if (item.node?.kind !== 'map' || item.entries().length === 0) {
      item.fail('config should be an array of hashes', 'a mapping of variables to values');
      return {};
    }
    const names = item.entries().map((entry) => entry.key);
    return Object.fromEntries(names.map((name) => [name, matrixValues(item.get(name))]));
  });
  return matrix.every((entry) => Object.values(entry).every((values) => values.length > 0)) ? matrix : null;
}

function matrixValues(field: Field): string[] {
  const values = field.strings({ single: true, wrongType: 'config should be a string or an array of strings' }) ?? [];
  if (values.length === 0) field.fail('config should have at least one value', 'a value or a list of values');
  return values;
}
