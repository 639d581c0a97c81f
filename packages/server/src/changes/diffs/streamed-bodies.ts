import { pipeline, Readable, Transform } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { LEVEL, LEVEL_ONCE, MAX_ANSWER_BYTES } from './finished-answers.ts';

/** Lines are made when there is room for them: no more than this waits for a slow reader. */
const READY_BYTES = 64 * 1_024;
const CHUNK_BYTES = 128 * 1_024;

/** The lines as they are; a reader who goes away ends them. */
export function plainBody(lines: AsyncGenerator<Buffer>): Readable {
  return Readable.from(lines, { objectMode: false, highWaterMark: READY_BYTES });
}

/**
 * The lines compressed as one body, of which each line can be unpacked as soon as it is there. `keep` is given all of it when
 * it was made to its end and is not too long; what nobody keeps is compressed as quickly as that goes.
 */
export function packedBody(lines: AsyncGenerator<Buffer>, keep?: (gzipped: Buffer) => void): Readable {
  const level = keep ? LEVEL : LEVEL_ONCE;
  const gzip = createGzip({ level, flush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES });
  // Whoever reads hears of a failure by the end of what they read.
  const ended = () => undefined;
  if (!keep) return pipeline(plainBody(lines), gzip, ended);
  return pipeline(plainBody(lines), gzip, copying(keep), ended);
}

function copying(keep: (all: Buffer) => void): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      if (bytes <= MAX_ANSWER_BYTES) parts.push(part);
      else parts = [];
      done(null, part);
    },
    flush(done) {
      if (bytes <= MAX_ANSWER_BYTES) keep(Buffer.concat(parts));
      done();
    },
  });
}

/** All of the lines, compressed to be kept; undefined where they are too long for that. */
export async function packAll(lines: AsyncGenerator<Buffer>): Promise<Buffer | undefined> {
  let all: Buffer | undefined;
  for await (const _part of packedBody(lines, (gzipped) => (all = gzipped)));
  return all;
}
