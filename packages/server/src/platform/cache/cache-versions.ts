import { translateDatabaseError } from '../db/database-errors.ts';
import type { ReadValue, ValueQuery } from '../db/database.ts';

/**
 * Counters in the database that move before a change can be seen (see the migration of change marks): `access`, `named`,
 * `project_<n>` and `noteable_<n>`.
 */
export type Mark = string;

/** As many as the migration made of each. */
const BUCKETS = 32;

export const ACCESS: Mark = 'access';
export const NAMED: Mark = 'named';

export function projectCacheVersion(id: number): Mark {
  return `project_${id % BUCKETS}`;
}

export function noteableCacheVersion(id: number): Mark {
  return `noteable_${Math.abs(id % BUCKETS)}`;
}

export type CacheVersions = {
  /** Where these marks stand now, in this order. */
  read(marks: readonly Mark[]): Promise<number[]>;
  /** Is everything that moved these marks until now committed or gone? When in doubt, no. */
  areSettled(marks: readonly Mark[]): Promise<boolean>;
};

/** Names of marks have nothing to escape, neither in a list of PostgreSQL's nor in the text of a statement. */
const NAME = /^[a-z]+(_\d+)?$/;

/** Any marks, whose list (`{access,named}`) is the parameter. */
const READ: ValueQuery = {
  name: 'read-marks',
  text: `select array(select coalesce(pg_sequence_last_value(('mark_' || mark)::regclass), 0)
    from unnest($1::text[]) with ordinality as wanted (mark, place) order by place)`,
};
const SETTLED: ValueQuery = {
  name: 'marks-are-settled',
  text: `select bool_and(pg_try_advisory_xact_lock(hashtextextended('mark:' || mark, 0)))
    from unnest($1::text[]) as mark`,
};

/** So many sets of marks have a statement of their own, which is planned once and costs the database half. */
const MAX_SETS = 128;

/** The question for a set of marks that is asked again and again, as the requests for one place do. */
class QuestionsOfSets {
  private readonly questions = new Map<string, ValueQuery>();

  /** Undefined when there are enough of them. */
  of(marks: readonly Mark[]): ValueQuery | undefined {
    const set = marks.join();
    const known = this.questions.get(set);
    if (known || this.questions.size >= MAX_SETS) return known;
    const values = marks.map((mark) => `coalesce(pg_sequence_last_value('mark_${mark}'::regclass), 0)`);
    const question = { name: `marks-${this.questions.size}`, text: `select array[${values.join()}]::bigint[]` };
    this.questions.set(set, question);
    return question;
  }
}

export function createCacheVersions(readValue: ReadValue): CacheVersions {
  const sets = new QuestionsOfSets();
  const ask = async (question: ValueQuery, parameter?: string) => {
    try {
      return await readValue(question, parameter);
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
  return {
    read: inTurn(async (marks, isOfMany) => {
      const own = isOfMany ? undefined : sets.of(marks);
      return numbersOf(await (own ? ask(own) : ask(READ, listOf(marks))));
    }),
    areSettled: async (marks) => (await ask(SETTLED, listOf(marks))) === 't',
  };
}

function listOf(marks: readonly Mark[]): string {
  return `{${marks.join()}}`;
}

/** `{3,0,12}` as PostgreSQL spells it. */
function numbersOf(list: string | null): number[] {
  return list === null || list === '{}' ? [] : list.slice(1, -1).split(',').map(Number);
}

type Waiting = { marks: readonly Mark[]; tell: PromiseWithResolvers<number[]> };

/**
 * Who asks while a question is on its way waits for the next one, which is asked for all of them: an answer counts only
 * for those who were there before it was asked for.
 */
function inTurn(read: (marks: readonly Mark[], isOfMany: boolean) => Promise<number[]>): CacheVersions['read'] {
  let waiting: Waiting[] = [];
  let isAsking = false;
  const requestAll = async () => {
    isAsking = true;
    while (waiting.length > 0) {
      const asking = waiting;
      waiting = [];
      const marks = [...new Set(asking.flatMap((each) => each.marks))];
      try {
        const values = await read(marks, asking.length > 1);
        const valueOf = new Map(marks.map((mark, at) => [mark, values[at] ?? 0]));
        for (const { marks: own, tell } of asking) tell.resolve(own.map((mark) => valueOf.get(mark) ?? 0));
      } catch (error) {
        for (const { tell } of asking) tell.reject(error);
      }
    }
    isAsking = false;
  };
  return (marks) => {
    const wrong = marks.find((mark) => !NAME.test(mark));
    if (wrong !== undefined) return Promise.reject(new Error(`there is no mark "${wrong}"`));
    const tell = Promise.withResolvers<number[]>();
    waiting.push({ marks, tell });
    if (!isAsking) void requestAll();
    return tell.promise;
  };
}
