import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { queryCost } from './query-cost.ts';

const schema = buildSchema(
  'type Query { rows(first: Int): Rows } type Rows { count: Int nodes: [Row] } type Row { id: ID rows: Rows }',
);

function errors(query: string, limit = 250, variables: Record<string, unknown> = {}): number {
  return queryCost(parse(query), { limit, variables, schema }) > limit ? 1 : 0;
}

test('an ordinary query is cheap', () => {
  expect(errors('{ rows(first: 100) { count nodes { id rows(first: 20) { nodes { id } } } } }')).toBe(0);
});

test('nested wide lists are refused, also when the size comes from a variable', () => {
  const nested = 'rows(first: 100) { nodes { rows(first: 100) { nodes { rows(first: 100) { nodes { id } } } } } }';
  expect(errors(`{ ${nested} }`)).toBe(1);
  const sized = `query ($n: Int) { ${nested.replaceAll('100', '$n')} }`;
  expect(errors(sized, 250, { n: 100 })).toBe(1);
  expect(errors(sized, 250, { n: 5 })).toBe(0);
  // More than 100 are not given, so they are not counted.
  expect(errors('query ($n: Int) { rows(first: $n) { nodes { id } } }', 250, { n: 1_000_000 })).toBe(0);
});

test('a fan-out of fragments is counted without being walked to its end', async () => {
  const fragments = Array.from(
    { length: 20 },
    (_, index) => `fragment F${index} on Row { rows { nodes { ...F${index + 1} ...F${index + 1} } } }`,
  );
  const query = `{ rows { nodes { ...F0 } } } ${fragments.join(' ')} fragment F20 on Row { id }`;
  expect(errors(query)).toBe(1);
  expect(await cpuMsOf(() => errors(query), 3)).toBeLessThan(200);
});

test('a fragment that spreads itself ends', () => {
  expect(errors('{ rows { nodes { ...F } } } fragment F on Row { id ...F }')).toBe(0);
});
