import type pg from 'pg';
import { translateDatabaseError } from '../db/database-errors.ts';

/**
 * Counters in the database that move before a change can be seen (see the migration of change marks): `access`, `named`,
 * `project_<n>` and `noteable_<n>`.
 */
export type Mark = string;

/** As many as the migration made of each. */
const BUCKETS = 32;

export const ACCESS: Mark = 'access';
export const NAMED: Mark = 'named';

export function projectMark(id: number): Mark {
  return `project_${id % BUCKETS}`;
}

export function noteableMark(id: number): Mark {
  return `noteable_${Math.abs(id % BUCKETS)}`;
}

export type Marks = {
  /** Where these marks stand now, in this order. */
  read(marks: readonly Mark[]): Promise<number[]>;
  /** Is everything that moved these marks until now committed or gone? When in doubt, no. */
  areSettled(marks: readonly Mark[]): Promise<boolean>;
};

/** Both questions are prepared once for each connection: they are asked with nearly every request. */
const READ = {
  name: 'read-marks',
  text: `select array(select coalesce(pg_sequence_last_value(('mark_' || mark)::regclass), 0)
    from unnest($1::text[]) with ordinality as wanted (mark, place) order by place) as values`,
};
const SETTLED = {
  name: 'marks-are-settled',
  text: `select bool_and(pg_try_advisory_xact_lock(hashtextextended('mark:' || mark, 0))) as settled
    from unnest($1::text[]) as mark`,
};

export function createMarks(pool: pg.Pool): Marks {
  const ask = async <T extends pg.QueryResultRow>(question: { name: string; text: string }, marks: readonly Mark[]) => {
    try {
      const { rows } = await pool.query<T>({ ...question, values: [marks] });
      return rows[0];
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
  return {
    read: inTurn(async (marks) => (await ask<{ values: number[] }>(READ, marks))?.values ?? []),
    areSettled: async (marks) => (await ask<{ settled: boolean }>(SETTLED, marks))?.settled === true,
  };
}

type Waiting = { marks: readonly Mark[]; tell: PromiseWithResolvers<number[]> };

/**
 * Who asks while a question is on its way waits for the next one, which is asked for all of them: an answer counts only
 * for those who were there before it was asked for.
 */
function inTurn(read: Marks['read']): Marks['read'] {
  let waiting: Waiting[] = [];
  let isAsking = false;
  const askForAll = async () => {
    isAsking = true;
    while (waiting.length > 0) {
      const asking = waiting;
      waiting = [];
      const marks = [...new Set(asking.flatMap((each) => each.marks))];
      try {
        const values = await read(marks);
        const valueOf = new Map(marks.map((mark, at) => [mark, values[at] ?? 0]));
        for (const { marks: own, tell } of asking) tell.resolve(own.map((mark) => valueOf.get(mark) ?? 0));
      } catch (error) {
        for (const { tell } of asking) tell.reject(error);
      }
    }
    isAsking = false;
  };
  return (marks) => {
    const tell = Promise.withResolvers<number[]>();
    waiting.push({ marks, tell });
    if (!isAsking) void askForAll();
    return tell.promise;
  };
}
