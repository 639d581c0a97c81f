import type { OpenThread } from '../../../discussions/index.ts';

/** So many threads wait, the first of them since then. */
export type Waiting = { count: number; since: Date };

type Asked = { threads: readonly OpenThread[]; ownerIds: readonly number[]; goneIds: ReadonlySet<number> };
type Threads = Record<'toAnswer' | 'leftOpen' | 'answers' | 'answersOfOwners' | 'ofBots', Waiting | null>;

/**
 * The open threads that wait for a user. Where users spoke, what bots add changes nothing: who answered has answered.
 * Threads in which bots alone spoke are counted apart. So are those that were answered and whose beginner is gone: they will
 * not settle them, so its owners may.
 */
export function threadsAt({ threads, ownerIds, goneIds }: Asked, userId: number): Threads {
  const owners = new Set(ownerIds);
  const found: Record<keyof Threads, Date[]> = {
    toAnswer: [],
    leftOpen: [],
    answers: [],
    answersOfOwners: [],
    ofBots: [],
  };
  for (const thread of threads) {
    const people = thread.filter((speaker) => !speaker.isBot);
    const [first] = thread;
    const [starter] = people;
    if (!starter) {
      if (first && first.userId !== userId) found.ofBots.push(first.since);
    } else if (starter.userId === userId) {
      const since = sinceAfter(people, (speaker) => speaker === userId);
      if (since) found.answers.push(since);
      const last = people.findLastIndex((speaker) => speaker.userId === userId);
      const ofOwner = people.slice(last + 1).find((speaker) => speaker.userId !== null && owners.has(speaker.userId));
      if (ofOwner) found.answersOfOwners.push(ofOwner.since);
    } else {
      // Whoever of its owners answers someone from outside has answered for all of them.
      const isOutside = starter.userId === null || !owners.has(starter.userId);
      const answered = (speaker: number) => speaker === userId || (isOutside && owners.has(speaker));
      const since = sinceAfter(people, answered);
      const isLeft = starter.userId === null || goneIds.has(starter.userId);
      if (since) found.toAnswer.push(since);
      else if (isLeft) found.leftOpen.push((people.at(-1) ?? starter).since);
    }
  }
  return {
    toAnswer: waitingOf(found.toAnswer),
    leftOpen: waitingOf(found.leftOpen),
    answers: waitingOf(found.answers),
    answersOfOwners: waitingOf(found.answersOfOwners),
    ofBots: waitingOf(found.ofBots),
  };
}

/** Who began the threads in which users spoke. */
export function startersOf(threads: readonly OpenThread[]): number[] {
  return threads.flatMap((thread) => thread.find((speaker) => !speaker.isBot)?.userId ?? []);
}

/** When the first spoke after the last of these; undefined when nobody did. */
function sinceAfter(people: OpenThread, isOne: (userId: number) => boolean): Date | undefined {
  const last = people.findLastIndex(({ userId }) => userId !== null && isOne(userId));
  return people[last + 1]?.since;
}

function waitingOf(dates: readonly Date[]): Waiting | null {
  if (dates.length === 0) return null;
  return { count: dates.length, since: new Date(Math.min(...dates.map((date) => date.getTime()))) };
}
