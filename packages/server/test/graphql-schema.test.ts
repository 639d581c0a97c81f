import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { slices } from '../src/app/slices.ts';
import { buildSchema } from '../src/endpoints/graphql/graphql-server.ts';

/** The printed schema is kept in the repository, so that a change of it is seen in review. `vitest -u` writes it again. */
test('the schema is the one that was reviewed', async () => {
  const extensions = await Promise.all(slices.flatMap((slice) => slice.graphql?.() ?? []));
  const printed = printSchema(lexicographicSortSchema(buildSchema(extensions)));
  await expect(printed).toMatchFileSnapshot('../../contract/src/graphql/schema.graphql');
});
