import clsx from 'clsx';

export type SkeletonProps = { width?: string; height?: string; className?: string };

/** The place of something that is on its way, of its true size. CSS lengths. */
export function Skeleton({ width = '100%', height = '12px', className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      style={{ width, height }}
      className={clsx('block animate-breathe rounded-sm bg-pressed', className)}
    />
  );
}

const titleWidths = ['62%', '48%', '70%', '55%', '40%'];

/** As many rows as will come, each of the height it will have, so that nothing moves. */
export function SkeletonRows({
  rows,
  rowHeight = 56,
  label = 'Loading',
}: {
  rows: number;
  rowHeight?: number;
  label?: string;
}) {
  return (
    <div role="status" aria-label={label} className="rounded-md border">
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          style={{ height: rowHeight }}
          className="flex flex-col justify-center gap-2 border-b px-3 last:border-b-0"
        >
          <Skeleton width={titleWidths[index % titleWidths.length] ?? '50%'} />
          {rowHeight >= 48 && <Skeleton width="28%" height="10px" />}
        </div>
      ))}
    </div>
  );
}
