import type { TestApp } from './test-app.ts';

// The tests that read it say what they expect.
// oxlint-disable-next-line typescript/no-explicit-any
export type GraphqlAnswer = { data: any; errors?: { message: string; extensions?: { code?: string } }[] };

/** Asks the GraphQL endpoint as this user (null: nobody signed in). */
export function graphqlCaller(app: () => TestApp) {
  return async (
    as: { headers: Record<string, string> } | null,
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<GraphqlAnswer> => {
    const server = await app().server();
    const answer = await server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: as?.headers ?? {},
      payload: { query, variables },
    });
    return answer.json();
  };
}
