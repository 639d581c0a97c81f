import { z } from 'zod';
import { ignored } from './ignored.ts';

/**
 * Schemas for values as clients send them: query strings and forms carry text, JSON carries types. Each accepts both
 * and gives one type.
 */
const TRUE = new Set(['true', 't', '1', 'yes', 'on']);
const FALSE = new Set(['false', 'f', '0', 'no', 'off']);

export const boolInput = z.union([z.boolean(), z.string(), z.number()]).transform((value, ctx) => {
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  ctx.addIssue({ code: 'custom', message: 'invalid' });
  return z.NEVER;
});

export const intInput = z.union([z.number(), z.string().regex(/^-?\d{1,15}$/)]).transform((value, ctx) => {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  ctx.addIssue({ code: 'custom', message: 'invalid' });
  return z.NEVER;
});

/** A positive database id or iid that fits the column. */
export const idInput = intInput.refine((value) => value > 0 && value <= 2_147_483_647 * 1_000);

const MAX_LIST = 500;

/** `a,b`, `["a","b"]` or `[]=a&[]=b`, as text. */
export const listInput = z
  .union([z.string(), z.array(z.union([z.string(), z.number()])), z.number()])
  .transform((value) => (Array.isArray(value) ? value.map(String) : String(value).split(',')))
  .transform((values) => values.map((value) => value.trim()).filter((value) => value !== ''))
  .refine((values) => values.length <= MAX_LIST);

export const idListInput = listInput.pipe(
  z.array(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ),
);

/** A moment in ISO 8601, or a plain date taken as its start in UTC. */
export const timeInput = z.string().transform((value, ctx) => {
  const time = new Date(value);
  if (!Number.isNaN(time.getTime())) return time;
  ctx.addIssue({ code: 'custom', message: 'invalid' });
  return z.NEVER;
});

/** A text that has something to say, such as a name: a blank one counts as left out where the field is optional. */
export const filledText = z.string().regex(/\S/);

/** A text that null empties; left out it stays. */
export function clearable(text: z.ZodString) {
  return text
    .nullable()
    .transform((value) => value ?? '')
    .optional();
}

/** `YYYY-MM-DD`; of a moment in ISO 8601 its day as it is written. */
export const dateInput = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true, local: true }).transform((time) => time.slice(0, 10)),
]);

export const pagingInput = {
  page: intInput.refine((value) => value >= 1).default(1),
  per_page: intInput.transform((value) => Math.min(Math.max(value, 1), 100)).default(20),
  // Lists that can be walked otherwise take it themselves; the others have pages whatever is asked for.
  ...ignored('pagination'),
};

/** Number, or path with its slashes (`group/project`). */
export const idOrPathInput = z.string().min(1).max(1_024);
