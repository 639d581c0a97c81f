/**
 * Named places where tests make things go wrong. Off unless TRIBUTARY_FAILPOINTS is set, so the cost in production is
 * one comparison with undefined. Format: `name:nth:action` joined by commas, action one of `throw`, `kill`, `enospc`.
 */
type Action = 'throw' | 'kill' | 'enospc';
type Armed = { remaining: number; action: Action };

let armed: Map<string, Armed> | undefined = parse(process.env['TRIBUTARY_FAILPOINTS']);
const reached = new Set<string>();

function parse(text: string | undefined): Map<string, Armed> | undefined {
  if (!text) return undefined;
  const points = new Map<string, Armed>();
  for (const part of text.split(',')) {
    const [name, nth, action] = part.split(':');
    if (!name) continue;
    points.set(name, {
      remaining: Number(nth ?? 1),
      action: action === 'kill' || action === 'enospc' ? action : 'throw',
    });
  }
  return points;
}

/** Arms points for the running test; call with undefined to disarm. */
export function armFailpoints(spec: string | undefined): void {
  armed = parse(spec);
  reached.clear();
}

/** Names reached since the points were armed, so that a failure loop knows when it has tried them all. */
export function reachedFailpoints(): ReadonlySet<string> {
  return reached;
}

export class FailpointError extends Error {}

export function failpoint(name: string): void {
  if (!armed) return;
  reached.add(name);
  const point = armed.get(name);
  if (!point || --point.remaining !== 0) return;
  if (point.action === 'kill') process.kill(process.pid, 'SIGKILL');
  const error = new FailpointError(`failpoint ${name}`);
  if (point.action === 'enospc') Object.assign(error, { code: 'ENOSPC' });
  throw error;
}
