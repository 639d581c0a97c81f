import { expect, test } from 'vitest';
import {
  documentedTypes,
  innerName,
  operationNames,
  searchSchema,
  type SchemaType,
  typeText,
} from './introspection.ts';

const named = (name: string) => ({ kind: 'OBJECT', name, ofType: null });
const of = (kind: string, ofType: ReturnType<typeof named>) => ({ kind, name: null, ofType });

test('types read as users write them', () => {
  const list = of('NON_NULL', of('LIST', of('NON_NULL', named('Note')) as never) as never);
  expect([typeText(list), innerName(list)]).toEqual(['[Note!]!', 'Note']);
});

const type = (name: string, fields: string[] = []): SchemaType => ({
  kind: 'OBJECT',
  name,
  description: null,
  fields: fields.map((field) => ({ name: field, description: null, args: [], type: named('String') })),
  inputFields: null,
  enumValues: null,
});

test('one begins where questions begin, and finds types before fields', () => {
  const types = documentedTypes([type('__Type'), type('Note', ['body']), type('Mutation'), type('Query', ['note'])]);
  expect(types.map((each) => each.name)).toEqual(['Query', 'Mutation', 'Note']);
  expect(searchSchema(types, 'NOTE').map(({ type: found, field }) => [found.name, field?.name])).toEqual([
    ['Note', undefined],
    ['Query', 'note'],
  ]);
});

test.each([
  ['{ metadata { version } }', []],
  ['query One { a } mutation Two($x: ID!) { b }', ['One', 'Two']],
  ['# query Gone { a }\nquery One @live { a(text: "mutation Not { x }") }', ['One']],
])('%s has the operations %j', (document, names) => {
  expect(operationNames(document)).toEqual(names);
});
