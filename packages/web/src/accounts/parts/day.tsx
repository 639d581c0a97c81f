const form = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day without a time, `YYYY-MM-DD`: the same in every time zone. */
export function Day({ value }: { value: string }) {
  const date = new Date(`${value}T00:00:00Z`);
  return <time dateTime={value}>{Number.isNaN(date.getTime()) ? value : form.format(date)}</time>;
}
