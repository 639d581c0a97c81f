import type { CarState, TestOutcome, TrainEvent } from '../tables.ts';

type LogEntry = { event: TrainEvent; details: Record<string, string | number | string[] | null> };
type Car = {
  state: CarState;
  verdict: TestOutcome;
  is_conflicting: boolean;
  reason: string | null;
  failure: string | null;
};

const short = (sha: unknown) => (typeof sha === 'string' ? sha.slice(0, 8) : 'an unknown commit');
const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '');
const number = (value: unknown) => (typeof value === 'number' ? value : null);
const pipelineOf = ({ details }: LogEntry) => {
  const id = number(details['pipeline']);
  return id === null ? 'the pipeline' : `pipeline #${id}`;
};
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** One entry of the history of a car, as a sentence. */
export function logText(entry: LogEntry): string {
  const { event, details } = entry;
  const ahead = list(details['ahead']);
  const reason = typeof details['reason'] === 'string' ? details['reason'] : '';
  switch (event) {
    case 'added':
      return `Added at position ${number(details['position']) ?? 1}.`;
    case 'built':
      return `Merged into ${short(details['base'])}${ahead && `, which has ${ahead}`}, as ${short(details['result'])}.`;
    case 'conflicting':
      if (reason) return reason;
      return `Conflicts with ${ahead || 'the target branch'}.`;
    case 'testing': {
      const awaited = list(details['awaited']);
      return awaited ? `Waits for the statuses of another system: ${awaited}.` : `${upper(pipelineOf(entry))} started.`;
    }
    case 'reused':
      return `The same content is tested by ${pipelineOf(entry)}. It does not run again.`;
    case 'passed':
      return details['note'] === 'no_pipeline' ? 'There is no pipeline to run.' : `${upper(pipelineOf(entry))} passed.`;
    case 'failed':
      return reason;
    case 'canceled':
      return 'The pipeline was canceled. It runs again.';
    case 'merged':
      return details['by'] === 'train' ? `Merged as ${short(details['sha'])}.` : 'Merged outside of the merge train.';
    case 'removed':
      return `Removed: ${lower(reason)}`;
  }
}

/** What is so now. `isFirst`: in front of the line; `manualJobs`: those that its pipeline waits for. */
export function carSummary(car: Car, isFirst: boolean, manualJobs: readonly string[] = []): string {
  if (car.state === 'merged') return 'Merged by the merge train.';
  if (car.state === 'skip_merged') return 'Merged outside of the merge train.';
  if (car.state === 'removed') return car.reason ?? 'Removed from the merge train.';
  if (car.is_conflicting && car.failure !== null)
    return `${car.failure} It leaves when those ahead of it have results.`;
  if (car.is_conflicting)
    return 'Conflicts with merge requests ahead of it. It is tried again when they have left the train.';
  switch (car.verdict) {
    case 'untested':
      return 'Waits to be built and tested.';
    case 'testing':
      if (manualJobs.length > 0)
        return `The pipeline waits for a user to start ${manualJobs.join(', ')}. After an hour the merge request leaves the train.`;
      return isFirst ? 'Is tested. If it passes, it is merged.' : 'Is tested together with those ahead of it.';
    case 'passed':
      return isFirst
        ? 'Passed. It is merged when all merge checks have answers.'
        : 'Passed. Waits for those ahead of it.';
    case 'failed':
      return `${car.failure ?? 'Failed.'} It stays until those ahead of it have results, as they may be the reason.`;
  }
}
