import { pino, type Logger } from 'pino';

export type { Logger };

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: error.message,
    code,
    stack: error.stack,
    cause: error.cause && describeError(error.cause),
  };
}

/** JSON lines on standard error; whatever could carry a secret is cut out before it is written. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      // Only what helps: driver errors drag whole connections along as properties.
      serializers: { err: describeError },
      redact: {
        paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'headers["private-token"]'],
        censor: '[removed]',
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
