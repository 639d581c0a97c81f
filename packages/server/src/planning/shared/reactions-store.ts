import type { RawBuilder } from 'kysely';
import { type Actor, actorId } from '../../platform/actor.ts';
import { sql } from '../../platform/db/database.ts';
import { findEmoji } from '../../platform/markup/index.ts';
import { type Matcher, milestoneMatcher } from '../rules/matchers.ts';

/** Kind of thing, as reactions name it, and the alias of its table. */
type Reacted = { type: 'Issue' | 'MergeRequest'; alias: string };

/** One emoji under any of its names, or the words for "some reaction" and "no reaction". */
export function reactionMatcher(word: string): Matcher<string> {
  const matcher = milestoneMatcher(word);
  if (typeof matcher === 'string') return matcher;
  return matcher.map((name) => findEmoji(name.replaceAll(/^:|:$/g, ''))?.name ?? name);
}

/** The reader reacted to the thing itself; whoever is not signed in never did. */
export function reactionCondition(
  actor: Actor,
  { type, alias }: Reacted,
  matcher: Matcher<string>,
): RawBuilder<unknown> {
  const own = sql`select 1 from award_emoji x where x.noteable_type = ${type}
    and x.noteable_id = ${sql.ref(`${alias}.id`)} and x.note_id is null and x.user_id = ${actorId(actor) ?? null}`;
  if (matcher === 'any') return sql`exists (${own})`;
  if (matcher === 'none') return sql`not exists (${own})`;
  return sql`exists (${own} and x.name = any(${[...matcher]}::text[]))`;
}

/** How many users are for it, as a term to order by. */
export function upvotesTerm({ type, alias }: Reacted): string {
  return `(select count(*) from award_emoji x where x.noteable_type = '${type}' and x.noteable_id = ${alias}.id
    and x.note_id is null and x.name = 'thumbsup')`;
}
