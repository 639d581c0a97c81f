import { definePage } from '../endpoints/pages/define-page.ts';

/** Where GraphQL is tried out and its schema read. The page asks the API itself, with the rights of whoever looks. */
export const graphqlExplorerPage = definePage({
  kind: 'graphql_explorer',
  on: 'instance',
  path: '-/graphql-explorer',
  ability: 'read_instance',
  load: async () => ({ title: 'GraphQL explorer', data: {} }),
});
