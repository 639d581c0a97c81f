import { compilePattern } from '@tributary/ci-config';

const NUMBER = /\d+(?:\.\d+)?/;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[0-9;]*[A-Za-z]/g;
const MAX_LINES = 50_000;

/** Percent in the last line of a log that the expression of the job matches; null where none does. */
export function findCoverage(log: string, expression: string): number | null {
  const pattern = compilePattern(expression);
  if (!pattern) return null;
  const lines = log.split(/\r\n|\n|\r/).slice(-MAX_LINES);
  for (const line of lines.toReversed()) {
    const text = line.replaceAll(COLOURS, '');
    const found = pattern.find(text);
    const number = found === undefined ? undefined : NUMBER.exec(found)?.[0];
    if (number !== undefined && Number(number) <= 100) return Number(number);
  }
  return null;
}
