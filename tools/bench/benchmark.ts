import type { Lab } from './lab.ts';

export type Unit = 'ms' | 'MB' | 'processes' | 'MB/s' | 'requests' | 'screens';

export type Measured = {
  id: string;
  what: string;
  unit: Unit;
  ours: number;
  reference: number;
  /** Ours ÷ reference; given when the division is not that of the two figures shown. */
  ratio?: number;
  /** The ratio may be at most this. */
  goal: number;
  stretch?: number;
  /** Figures and circumstances that help to read the row. */
  details?: Record<string, number | string>;
};

export type Skipped = { id: string; what: string; skipped: string };

export type Row = Measured | Skipped;

/** One benchmark: an id of the list of goals, and how its rows are measured. Both figures of a row come from one run. */
export type Benchmark = { id: string; measure(lab: Lab): Promise<Row[]> };

export function ratioOf(row: Measured): number {
  return row.ratio ?? row.ours / row.reference;
}

export function isMet(row: Measured): boolean {
  return ratioOf(row) <= row.goal;
}
