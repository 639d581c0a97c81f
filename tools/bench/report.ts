import { cpus, release, totalmem } from 'node:os';
import { isMet, type Measured, ratioOf, type Row } from './benchmark.ts';

function figure(value: number): string {
  if (Number.isInteger(value) || value >= 100) return String(Math.round(value));
  return value.toPrecision(3);
}

function cellsOf(row: Row): string[] {
  if ('skipped' in row) return [row.id, row.what, '', '', '', '', `skipped: ${row.skipped}`];
  const withUnit = (value: number) => `${figure(value)} ${row.unit}`;
  const verdict = isMet(row)
    ? row.stretch !== undefined && ratioOf(row) <= row.stretch
      ? 'met, stretch'
      : 'met'
    : 'MISSED';
  const goal = `≤ ${row.goal}`;
  return [row.id, row.what, withUnit(row.ours), withUnit(row.reference), figure(ratioOf(row)), goal, verdict];
}

const HEADS = ['id', 'what', 'ours', 'reference', 'ratio', 'goal', ''];

/** The rows as a table for the terminal, with the details of each below it. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [HEADS, ...rows.map(cellsOf)];
  const widths = HEADS.map((_head, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return cells.map(line).join('\n');
}

/** The same as a table for the documentation. */
export function markdownOf(rows: readonly Row[]): string {
  const line = (row: string[]) => `| ${row.join(' | ')} |`;
  return [line(HEADS), line(HEADS.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

export type Machine = { processor: string; cores: number; memoryGib: number; system: string; node: string };

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
  };
}

export function resultOf(row: Row): Record<string, unknown> {
  return 'skipped' in row ? row : { ...row, ratio: ratioOf(row), isMet: isMet(row) };
}

export function detailsOf(row: Measured): string {
  return Object.entries(row.details ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'number' ? figure(value) : value}`)
    .join(', ');
}
