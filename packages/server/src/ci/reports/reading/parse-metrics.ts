import { ReportRefused } from './report-refused.ts';
import { reportText } from './report-text.ts';

export type Metric = { name: string; value: string };

const MAX_METRICS = 10_000;
const LINE = /^([a-zA-Z_:][\w:]*(?:\{[^}]*\})?)\s+(\S+)/;

/** The values of a report in the text format of OpenMetrics; comments and time stamps are left out. */
export function parseMetrics(bytes: Buffer): Metric[] {
  const metrics: Metric[] = [];
  for (const line of reportText(bytes).split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const found = LINE.exec(text);
    if (!found) throw new ReportRefused(`The line is no metric: ${text.slice(0, 100)}`);
    metrics.push({ name: found[1] ?? '', value: found[2] ?? '' });
    if (metrics.length > MAX_METRICS) throw new ReportRefused(`The report has more than ${MAX_METRICS} metrics.`);
  }
  return metrics;
}
