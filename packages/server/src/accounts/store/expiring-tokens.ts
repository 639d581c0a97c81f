import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** So many days before a token expires it is told of. */
export const NOTICE_DAYS = [60, 30, 7] as const;

export type ExpiringToken = {
  id: number;
  userId: number;
  name: string;
  createdAt: Date;
  /** `YYYY-MM-DD`, the first day without it. */
  expiresAt: string;
  /** The notice that is due: 60, 30 or 7. */
  days: number;
};

/**
 * Working tokens of these users that expire in at most 60, 30 or 7 days and of which that was not told, and notes that it is
 * told now. A token that was made with less time left than that is not told of: who made it knows. `today` is `YYYY-MM-DD`.
 */
export async function claimExpiringTokens(
  db: Db | Tx,
  userIds: readonly number[],
  today: string,
  now: Date,
): Promise<ExpiringToken[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<ExpiringToken>`
    with due as (
      select t.id, min(d.days) as days
      from personal_access_tokens t cross join unnest(${[...NOTICE_DAYS]}::int[]) as d (days)
      where t.user_id = any(${[...userIds]}::bigint[]) and t.revoked_at is null
        and t.expires_at > ${today}::date and t.expires_at - d.days <= ${today}::date
        and t.created_at < (t.expires_at - d.days)::timestamp at time zone 'UTC'
      group by t.id
    ), told as (
      insert into access_token_expiry_notices (token_id, days, created_at)
      select id, days, ${now} from due on conflict do nothing returning token_id, days
    )
    select t.id, t.user_id as "userId", t.name, t.created_at as "createdAt", t.expires_at::text as "expiresAt", told.days
    from told join personal_access_tokens t on t.id = told.token_id order by t.id`.execute(db);
  return rows;
}
