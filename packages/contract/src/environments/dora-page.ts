import type { DoraMetric } from './dora.ts';
import type { Tier } from './status.ts';

/** Days that the page of delivery figures offers. */
export const DORA_DAYS = [7, 30, 90, 180] as const;
export type DoraDays = (typeof DORA_DAYS)[number];

export type DoraPoint = { date: string; value: number | null };

/**
 * A figure for the chosen days and for as many days before, in its own unit: deployments, seconds, or a share from 0 to 1.
 * Null: nothing to measure.
 */
export type DoraFigure = { metric: DoraMetric; value: number | null; before: number | null; points: DoraPoint[] };

/** Kinds `project_dora` and `group_dora`: `/-/dora?days=30&tier=production`. */
export type DoraPageData = {
  container: { kind: 'project' | 'group'; name: string; path: string };
  days: DoraDays;
  tier: Tier;
  from: string;
  to: string;
  figures: DoraFigure[];
};
