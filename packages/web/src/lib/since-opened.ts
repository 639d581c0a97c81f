/**
 * Ms since this document was asked for. As `performance.now()`, which in most browsers stands still while the machine
 * sleeps: then the clock on the wall has gone further.
 */
export function msSinceOpened(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin);
}
