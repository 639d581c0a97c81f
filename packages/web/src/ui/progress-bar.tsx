import clsx from 'clsx';

export type ProgressBarProps = {
  /** 0 to 1, or null while the end is not known. */
  value: number | null;
  label: string;
  /** Beside the label, e.g. `3 of 12`. */
  detail?: string;
  labelHidden?: boolean;
};

export function ProgressBar({ value, label, detail, labelHidden = false }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <div>
      {!labelHidden && (
        <div className="mb-1 flex justify-between gap-3 text-sm text-fg-muted">
          <span>{label}</span>
          <span>{detail ?? (percent === undefined ? '' : `${percent}%`)}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={detail}
        className="forced-border h-1 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className={clsx(
            'forced-solid h-full rounded-full bg-accent transition-[width] duration-[var(--motion)]',
            percent === undefined && 'w-1/3 animate-breathe',
          )}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
