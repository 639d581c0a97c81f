import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { PageInfo } from './builder.ts';

export const MAX_CONNECTION = 100;

export type ConnectionArgs = { first?: number | null | undefined; after?: string | null | undefined };
export type Connection<T> = { nodes: T[]; pageInfo: PageInfo; count: number; edges: Edge<T>[] };
export type Edge<T> = { cursor: string; node: T };

function encodeCursor(offset: number): string {
  return Buffer.from(`o${offset}`).toString('base64url');
}

function decodeCursor(cursor: string): number {
  const match = /^o(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match) throw new AppError('bad_parameter', { name: 'after' });
  return Number(match[1]);
}

/** Connection arguments as rows to skip and take; more than MAX_CONNECTION are not given. */
export function connectionWindow(args: ConnectionArgs): { offset: number; limit: number } {
  const limit = args.first ?? MAX_CONNECTION;
  if (limit < 0) throw new AppError('bad_parameter', { name: 'first' });
  return { offset: args.after ? decodeCursor(args.after) : 0, limit: Math.min(limit, MAX_CONNECTION) };
}

export function toConnection<T>(items: T[], offset: number, total: number): Connection<T> {
  const last = offset + items.length;
  return {
    nodes: items,
    edges: items.map((node, index) => ({ node, cursor: encodeCursor(offset + index + 1) })),
    count: total,
    pageInfo: {
      hasNextPage: last < total,
      hasPreviousPage: offset > 0,
      startCursor: items.length > 0 ? encodeCursor(offset + 1) : null,
      endCursor: items.length > 0 ? encodeCursor(last) : null,
    },
  };
}

/** Of any connection; those that are given whole have none of their own. */
export function edgesOf(connection: object): Edge<object>[] {
  const given: Partial<Connection<object>> = connection;
  return given.edges ?? (given.nodes ?? []).map((node, index) => ({ node, cursor: encodeCursor(index + 1) }));
}

/** A connection over a list that is wholly in memory. */
export function sliceConnection<T>(all: T[], args: ConnectionArgs): Connection<T> {
  const { offset, limit } = connectionWindow(args);
  return toConnection(all.slice(offset, offset + limit), offset, all.length);
}

/**
 * A connection over a read that pages by number. Cursors may fall between pages, so up to two pages are asked for and
 * joined. One that gives less than MAX_CONNECTION by default has `extensions: { pageSize }` at its field too, so that a query
 * is not counted as if it gave more.
 */
export async function pagedConnection<T>(
  { first: asked, after }: ConnectionArgs,
  read: (page: PageRequest) => Promise<Page<T>>,
  pageSize = MAX_CONNECTION,
): Promise<Connection<T>> {
  const args = { first: asked ?? pageSize, after };
  const { offset, limit } = connectionWindow(args);
  const perPage = Math.max(limit, 1);
  const page = Math.floor(offset / perPage) + 1;
  const skip = offset % perPage;
  const first = await read({ page, perPage });
  const items = first.items.slice(skip, skip + limit);
  if (items.length < limit && skip > 0 && first.hasNext) {
    const second = await read({ page: page + 1, perPage });
    items.push(...second.items.slice(0, limit - items.length));
  }
  return toConnection(items, offset, first.total ?? Number.MAX_SAFE_INTEGER);
}
