import type { TestApp } from './test-app.ts';

export type RestAnswer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // The tests that read it say what they expect; parse it with the schema of the contract where the shape matters.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** Calls the REST endpoint as this user (null: nobody signed in). */
export function restCaller(app: () => TestApp) {
  return async (
    method: Method,
    url: string,
    as: { headers: Record<string, string> } | null,
    body?: Record<string, unknown>,
  ): Promise<RestAnswer> => {
    const server = await app().server();
    const answer = await server.inject({
      method,
      url: `/api/v4${url}`,
      headers: as?.headers ?? {},
      ...(body && { payload: body }),
    });
    const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : answer.body || undefined,
    };
  };
}

/** Data of a page as a client navigation gets it. */
export function pageCaller(app: () => TestApp) {
  return async (address: string, as: { headers: Record<string, string> } | null): Promise<RestAnswer> => {
    const server = await app().server();
    const answer = await server.inject({ url: `/-/page${address}`, headers: as?.headers ?? {} });
    const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json') && answer.body !== '';
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : undefined };
  };
}
