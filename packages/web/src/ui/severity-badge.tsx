import clsx from 'clsx';

export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info' | 'unknown';

const looks: Record<Severity, { color: string; bars: number; label: string }> = {
  critical: { color: 'text-sev-critical', bars: 4, label: 'Critical' },
  high: { color: 'text-sev-high', bars: 3, label: 'High' },
  medium: { color: 'text-sev-medium', bars: 2, label: 'Medium' },
  low: { color: 'text-sev-low', bars: 1, label: 'Low' },
  info: { color: 'text-sev-info', bars: 0, label: 'Info' },
  unknown: { color: 'text-sev-unknown', bars: 0, label: 'Unknown' },
};

const heights = ['h-1', 'h-1.5', 'h-2', 'h-2.5'];

/** Filled bars say how bad it is without the colour. */
export function SeverityBadge({ severity, label }: { severity: Severity; label?: string }) {
  const look = looks[severity];
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-medium', look.color)}>
      <span aria-hidden className="inline-flex h-2.5 items-end gap-0.5">
        {heights.map((height, index) => (
          <span
            key={height}
            className={clsx('forced-solid w-0.75 rounded-full bg-current', height, index >= look.bars && 'opacity-25')}
          />
        ))}
      </span>
      {label ?? look.label}
    </span>
  );
}
