import { MAX_COUNTED_ROWS, type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type ProjectRow, projectRowsByIds } from '../../projects/index.ts';
import type { IssuableOrder, Viewer } from './listing-store.ts';
import { viewerOf } from './viewer.ts';

/** What the reads need to know of one kind of issuable. */
type Listed<Row, View, Filter, Own extends string> = {
  listRows: (
    db: Db | Tx,
    viewer: Viewer,
    filter: Filter,
    page: { limit: number; offset: number; order: IssuableOrder<Own> },
  ) => Promise<Row[]>;
  countRows: (db: Db | Tx, viewer: Viewer, filter: Filter, max: number) => Promise<number>;
  projectIdOf: (row: Row) => number;
  buildViews: (ctx: Context, rows: readonly Row[], projects: ReadonlyMap<number, ProjectRow>) => Promise<View[]>;
};

/** Pages and counts of one kind of issuable, and which of some ids there are: always what the actor may read. */
export function issuableReads<Row extends { id: number }, View, Filter, Own extends string>({
  listRows,
  countRows,
  projectIdOf,
  buildViews,
}: Listed<Row, View, Filter, Own>) {
  async function viewsOf(ctx: Context, rows: readonly Row[]): Promise<View[]> {
    const ids = [...new Set(rows.map((row) => projectIdOf(row)))];
    const projects = await projectRowsByIds(ctx.db, ids);
    return buildViews(ctx, rows, new Map(projects.map((project) => [project.id, project])));
  }

  return {
    viewsOf,

    /** One page of those that fit. */
    list: async (
      ctx: Context,
      filter: Filter,
      request: PageRequest & { order: IssuableOrder<Own> },
    ): Promise<Page<View>> => {
      const viewer = viewerOf(ctx);
      const { page, perPage: limit, order } = request;
      const [rows, count] = await Promise.all([
        listRows(ctx.db, viewer, filter, { limit, offset: (page - 1) * limit, order }),
        countRows(ctx.db, viewer, filter, MAX_COUNTED_ROWS),
      ]);
      return pageOf(await viewsOf(ctx, rows), request, count > MAX_COUNTED_ROWS ? undefined : count);
    },

    count: (ctx: Context, filter: Filter): Promise<number> =>
      countRows(ctx.db, viewerOf(ctx), filter, MAX_COUNTED_ROWS),
  };
}
