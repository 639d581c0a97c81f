import type { DoraPoint } from '@tributary/contract/environments/dora-page.ts';
import type { DoraMetric } from '@tributary/contract/environments/dora.ts';
import { formatDay } from '../../lib/calendar-day.ts';
import { formatFigure } from './dora-format.ts';

const WIDTH = 640;
const HEIGHT = 160;
const TOP = 8;
const BASE = HEIGHT - 4;

type Props = { metric: DoraMetric; points: readonly DoraPoint[]; label: string };

/** A bar for each day. The table below it has the same values for those who cannot see it. */
export function DoraChart({ metric, points, label }: Props) {
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  const step = WIDTH / Math.max(1, points.length);
  const heightOf = (value: number) => (largest === 0 ? 0 : (value / largest) * (BASE - TOP));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure>
      <div className="flex justify-between text-sm text-fg-muted">
        <span>{largest > 0 && formatFigure(metric, largest, 1)}</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
      >
        <line x1={0} x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line-strong" vectorEffect="non-scaling-stroke" />
        <line x1={0} x2={WIDTH} y1={TOP} y2={TOP} className="stroke-line" vectorEffect="non-scaling-stroke" />
        {points.map(({ date, value }, at) =>
          value === null || value === 0 ? null : (
            <rect
              key={date}
              x={at * step + step * 0.15}
              width={step * 0.7}
              y={BASE - Math.max(2, heightOf(value))}
              height={Math.max(2, heightOf(value))}
              className="fill-accent"
            >
              <title>{`${formatDay(date)}: ${formatFigure(metric, value, 1)}`}</title>
            </rect>
          ),
        )}
      </svg>
      <div className="flex justify-between text-sm text-fg-muted">
        <span>{first && formatDay(first.date)}</span>
        <span>{last && formatDay(last.date)}</span>
      </div>
    </figure>
  );
}
