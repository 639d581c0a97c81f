import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { diffLines, type LineEdit, splitLines } from './line-diff.ts';

const CONTEXT = 3;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

function isNear(edits: readonly LineEdit[], at: number): boolean {
  for (let index = Math.max(0, at - CONTEXT); index <= Math.min(edits.length - 1, at + CONTEXT); index++) {
    if (edits[index]?.kind !== 'same') return true;
  }
  return false;
}

/** Rows of a diff between two texts that are both here, with three lines around each change. */
export function editRows(before: string, after: string): DiffRow[] {
  const oldLines = splitLines(before);
  const newLines = splitLines(after);
  const edits = diffLines(oldLines, newLines);
  const rows: DiffRow[] = [];
  let hidden = 0;
  const flush = (): void => {
    if (hidden > 0) {
      const html = `${hidden} unchanged ${hidden === 1 ? 'line' : 'lines'}`;
      rows.push({ kind: 'match', oldLine: null, newLine: null, html, lineCode: null });
    }
    hidden = 0;
  };
  for (const [at, edit] of edits.entries()) {
    if (!isNear(edits, at)) {
      hidden += 1;
      continue;
    }
    flush();
    const text = (edit.kind === 'removed' ? oldLines[edit.old ?? 0] : newLines[edit.new ?? 0]) ?? '';
    rows.push({
      kind: edit.kind === 'same' ? 'context' : edit.kind,
      oldLine: edit.old === null ? null : edit.old + 1,
      newLine: edit.new === null ? null : edit.new + 1,
      html: escapeText(text),
      lineCode: null,
    });
  }
  flush();
  return rows;
}
