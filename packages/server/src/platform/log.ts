import { pino, type Logger } from 'pino';

export type { Logger };

/** JSON lines on standard error; whatever could carry a secret is cut out before it is written. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'headers["private-token"]'],
        censor: '[removed]',
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
