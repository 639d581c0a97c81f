import { abbreviate, formatCount } from '../lib/format.ts';

/** A number beside a name; the exact one for readers and on hover when it is shortened. */
export function Count({ value }: { value: number }) {
  return (
    <span
      className="rounded-full bg-neutral-soft px-1.5 text-xs font-medium text-neutral"
      title={value >= 1000 ? formatCount(value) : undefined}
    >
      {abbreviate(value)}
    </span>
  );
}
