import { AppError } from '@tributary/contract/errors/app-error.ts';

/** A day as `YYYY-MM-DD`; null takes it away. */
export function dayOf(value: string | null | undefined): string | null | undefined {
  if (value === null || value === undefined || value === '') return value === '' ? null : value;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new AppError('bad_parameter', { name: 'dueDate' });
  return value;
}
