import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

/** The order by hand of the issues of a project: by position, and behind those that have none the oldest first. */

type Database = Db | Tx;
type Between = { low: number; high: number };

const STEP = 1_000;

/** One at a time moves something in it, from here to the end of the transaction; taken before any issue is held. */
export async function holdOrder(db: Database, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`issue_order:${projectId}`}, 0))`.execute(db);
}

/** Behind all that have a position, as they stood there without one. */
async function placeThoseWithout(db: Database, projectId: number): Promise<void> {
  await sql`
    update issues i set relative_position = last.position + placed.number * ${STEP}
    from (select id, row_number() over (order by id) as number from issues
          where project_id = ${projectId} and relative_position is null) placed,
         (select coalesce(max(relative_position), 0) as position from issues where project_id = ${projectId}) last
    where i.id = placed.id`.execute(db);
}

/** Makes room between all of them. */
async function spread(db: Database, projectId: number): Promise<void> {
  await sql`
    update issues i set relative_position = placed.number * ${STEP}
    from (select id, row_number() over (order by relative_position nulls last, id) as number from issues
          where project_id = ${projectId}) placed
    where i.id = placed.id`.execute(db);
}

type Neighbours = { projectId: number; issueId: number; afterId: number | undefined; beforeId: number | undefined };

/** Undefined when one of them is no issue of the project; null when one has no position yet. */
async function between(
  db: Database,
  { projectId, issueId, ...named }: Neighbours,
): Promise<Between | null | undefined> {
  const { rows } = await sql<{ id: number; position: number | null }>`
    select id, relative_position as position from issues
    where project_id = ${projectId} and id in (${named.afterId ?? null}, ${named.beforeId ?? null})`.execute(db);
  const positionOf = (id: number) => rows.find((row) => row.id === id)?.position;
  const next = async (side: 'min' | 'max', compared: '>' | '<', position: number) => {
    const found = await sql<{ position: number | null }>`
      select ${sql.raw(side)}(relative_position) as position from issues
      where project_id = ${projectId} and id <> ${issueId} and relative_position ${sql.raw(compared)} ${position}`.execute(
      db,
    );
    return found.rows[0]?.position;
  };
  const after = named.afterId === undefined ? undefined : positionOf(named.afterId);
  const before = named.beforeId === undefined ? undefined : positionOf(named.beforeId);
  const isMissing = (id: number | undefined) => id !== undefined && positionOf(id) === undefined;
  if (isMissing(named.afterId) || isMissing(named.beforeId)) return undefined;
  if (after === null || before === null) return null;
  // Someone else may have moved one of the two meanwhile: then the first that is named counts.
  if (after !== undefined && before !== undefined && after < before) return { low: after, high: before };
  if (after !== undefined) return { low: after, high: (await next('min', '>', after)) ?? after + 2 * STEP };
  if (before !== undefined) return { low: (await next('max', '<', before)) ?? before - 2 * STEP, high: before };
  return undefined;
}

/** A position right behind one, right before another, or between both; undefined where there is none such. */
export async function positionBetween(db: Database, neighbours: Neighbours): Promise<number | undefined> {
  let found = await between(db, neighbours);
  if (found === null) {
    await placeThoseWithout(db, neighbours.projectId);
    found = await between(db, neighbours);
  }
  const middle = (range: Between) => (range.low + range.high) / 2;
  if (found && !(found.low < middle(found) && middle(found) < found.high)) {
    await spread(db, neighbours.projectId);
    found = await between(db, neighbours);
  }
  return found ? middle(found) : undefined;
}
