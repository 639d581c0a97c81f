import { z } from 'zod';
import { intInput } from '../core/inputs.ts';
import type { DiffPosition } from './page.ts';

/** What users send when they write notes; the same schemas for every interface. */

const MAX_POSITION_CHARS = 20_000;
const sha = z.string().regex(/^[0-9a-f]{40}$/);
const path = z.string().min(1).max(4_096);
const line = intInput.refine((value) => value > 0 && value < 100_000_000);
const pixels = z
  .union([z.number(), z.string().regex(/^\d{1,6}(\.\d{1,6})?$/)])
  .transform(Number)
  .refine((value) => Number.isFinite(value) && value >= 0 && value <= 100_000);

const lineRangeEnd = z
  .object({
    line_code: z.string().regex(/^[0-9a-f]{40}_\d{1,9}_\d{1,9}$/),
    type: z.enum(['new', 'old', 'expanded']).nullish(),
    old_line: line.nullish(),
    new_line: line.nullish(),
  })
  .transform((end) => ({
    line_code: end.line_code,
    type: end.type === 'expanded' ? null : (end.type ?? null),
    old_line: end.old_line ?? null,
    new_line: end.new_line ?? null,
  }));

const positionObject = z
  .strictObject({
    base_sha: sha,
    start_sha: sha,
    head_sha: sha,
    position_type: z.enum(['text', 'image', 'file']),
    old_path: path.nullish(),
    new_path: path.nullish(),
    old_line: line.nullish(),
    new_line: line.nullish(),
    line_range: z.strictObject({ start: lineRangeEnd, end: lineRangeEnd }).nullish(),
    width: pixels.nullish(),
    height: pixels.nullish(),
    x: pixels.nullish(),
    y: pixels.nullish(),
    ignore_whitespace_change: z.union([z.boolean(), z.string()]).nullish(),
  })
  .transform((value, ctx): DiffPosition => {
    if (!value.old_path && !value.new_path) ctx.addIssue({ code: 'custom', message: 'invalid', path: ['new_path'] });
    const base = {
      base_sha: value.base_sha,
      start_sha: value.start_sha,
      head_sha: value.head_sha,
      old_path: value.old_path ?? value.new_path ?? null,
      new_path: value.new_path ?? value.old_path ?? null,
      position_type: value.position_type,
    };
    if (value.position_type === 'file') return base;
    if (value.position_type === 'image') {
      return { ...base, width: value.width ?? 0, height: value.height ?? 0, x: value.x ?? 0, y: value.y ?? 0 };
    }
    if (!value.old_line && !value.new_line) ctx.addIssue({ code: 'custom', message: 'invalid', path: ['new_line'] });
    return {
      ...base,
      old_line: value.old_line ?? null,
      new_line: value.new_line ?? null,
      line_range: value.line_range ?? null,
    };
  });

/** An object, or JSON text of one; the size is checked before the text is read. */
export const positionInput = z
  .union([positionObject, z.string().max(MAX_POSITION_CHARS)])
  .transform((value, ctx): DiffPosition => {
    if (typeof value !== 'string') return value;
    const parsed = positionObject.safeParse(parseJson(value));
    if (parsed.success) return parsed.data;
    ctx.addIssue({ code: 'custom', message: 'invalid' });
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The one commit that was looked at; forms send nothing for the whole. */
export const commitIdInput = z
  .union([sha, z.literal('')])
  .nullish()
  .transform((value) => value || undefined);

export const discussionIdInput = z.string().regex(/^[0-9a-f]{40}$/);
/** The thread that a comment answers; front ends send an empty text for a new thread. */
export const replyToInput = z.union([discussionIdInput, z.literal('').transform(() => undefined)]).nullish();
