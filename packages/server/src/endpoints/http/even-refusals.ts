import type { FastifyInstance, FastifyReply } from 'fastify';

type Turns = Record<401 | 404, number>;

/**
 * How long the turns are at whose ends refusals leave: above what looking for something takes, far below what a user waits
 * for. What says `401` is asked before every push, so it waits less.
 */
export const REFUSALS_EVERY_MS: Turns = { 401: 8, 404: 25 };

/** Timers round to milliseconds, which would tell a little of the time before. */
const JITTER_MS = 3;

/** Answers of another status that say of something that it is not there, or hidden. */
const refusals = new WeakSet<FastifyReply>();

export function answersRefusal(reply: FastifyReply): void {
  refusals.add(reply);
}

/** `401` is for those who would have to sign in to be told. */
function turnOf(reply: FastifyReply, turns: Turns): number | undefined {
  if (reply.statusCode === 401) return turns[401];
  return reply.statusCode === 404 || refusals.has(reply) ? turns[404] : undefined;
}

/**
 * What may not be seen answers as if it were not there, and in the same time: looking whether someone may see a thing
 * takes longer than not finding it, so such answers leave together, at the ends of turns (in ms).
 */
export function evenRefusals(server: FastifyInstance, turns: Turns = REFUSALS_EVERY_MS): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    const turn = turnOf(reply, turns);
    if (turn === undefined) return done(null, payload);
    const restMs = turn - (reply.elapsedTime % turn);
    setTimeout(() => done(null, payload), Math.ceil(restMs + Math.random() * JITTER_MS));
  });
}
