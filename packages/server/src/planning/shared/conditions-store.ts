import type { RawBuilder } from 'kysely';
import { sql } from '../../platform/db/database.ts';
import type { Matcher } from '../rules/matchers.ts';

type Condition = RawBuilder<unknown>;

/** Tables of what hangs on one kind of thing, and their column that names it. */
type Side = { table: string; key: string; alias: string };

/** Words of a search that count. */
const MAX_WORDS = 20;

/** Every word must occur; `!12`, `#12` and `12` also find by number. `alias` is the thing's table. */
export function searchCondition(
  alias: string,
  search: { text: string; inTitle: boolean; inDescription: boolean },
): Condition {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const words = search.text.split(/\s+/).filter((word) => word !== '');
  const perWord = words.slice(0, MAX_WORDS).map((word) => {
    const like = `%${word.replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`;
    const places: Condition[] = [];
    if (search.inTitle) places.push(sql`${column('title')} ilike ${like}`);
    if (search.inDescription) places.push(sql`${column('description')} ilike ${like}`);
    const iid = /^[!#]?(\d{1,9})$/.exec(word)?.[1];
    if (iid !== undefined) places.push(sql`${column('iid')} = ${Number(iid)}`);
    return places.length === 0 ? sql`false` : sql`(${sql.join(places, sql` or `)})`;
  });
  return perWord.length === 0 ? sql`true` : sql`(${sql.join(perWord, sql` and `)})`;
}

/** Has one of these users on it. */
export function usersCondition({ table, key, alias }: Side, matcher: Matcher<number>): Condition {
  const own = sql`select 1 from ${sql.table(table)} x where ${sql.ref(`x.${key}`)} = ${sql.ref(`${alias}.id`)}`;
  if (matcher === 'any') return sql`exists (${own})`;
  if (matcher === 'none') return sql`not exists (${own})`;
  return sql`exists (${own} and x.user_id = any(${[...matcher]}::bigint[]))`;
}

/** Has all of these labels. */
export function labelCondition({ table, key, alias }: Side, matcher: Matcher<string>): Condition {
  const own = sql`select 1 from ${sql.table(table)} x join labels l on l.id = x.label_id
    where ${sql.ref(`x.${key}`)} = ${sql.ref(`${alias}.id`)}`;
  if (matcher === 'any') return sql`exists (${own})`;
  if (matcher === 'none') return sql`not exists (${own})`;
  const each = [...new Set(matcher)].map((name) => sql`exists (${own} and l.name = ${name})`);
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`;
}

/** The best priority that its project gave one of its labels, as a term to order by. */
export function labelPriorityTerm({ table, key, alias }: Side, project: string): string {
  return `(select min(lp.priority) from ${table} x join label_priorities lp on lp.label_id = x.label_id
    and lp.project_id = ${project} where x.${key} = ${alias}.id)`;
}

/** Belongs to one of these milestones, by title. */
export function milestoneCondition(alias: string, matcher: Matcher<string>): Condition {
  const milestone = sql.ref(`${alias}.milestone_id`);
  if (matcher === 'any') return sql`${milestone} is not null`;
  if (matcher === 'none') return sql`${milestone} is null`;
  return sql`exists (select 1 from milestones ms where ms.id = ${milestone} and ms.title = any(${[...matcher]}::text[]))`;
}
