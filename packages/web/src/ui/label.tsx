import clsx from 'clsx';
import { X } from 'lucide-react';

export type LabelProps = {
  /** `scope::value` is drawn in two parts. */
  title: string;
  /** `#rrggbb`, chosen by users. */
  color: string;
  description?: string | null | undefined;
  href?: string | undefined;
  onRemove?: (() => void) | undefined;
  /** The whole name is read, over several lines if it is long; otherwise its end is cut. */
  whole?: boolean;
};

function linear(hex: string, at: number): number {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Black or white, whichever stands out more: at least 4.58:1 on every ground. */
export function readableOn(color: string): '#000000' | '#ffffff' {
  const light = 0.2126 * linear(color, 1) + 0.7152 * linear(color, 3) + 0.0722 * linear(color, 5);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

const fallbackColor = '#6b7a80';
const groundOf = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? color : fallbackColor);
/** A colour near that of the page still has an edge. */
const edgeOf = (ground: string) => `color-mix(in srgb, ${ground} 75%, var(--border-strong))`;

/** The colour of a label beside its name, where names stand below each other. */
export function LabelDot({ color }: { color: string }) {
  const ground = groundOf(color);
  return (
    <span
      aria-hidden
      style={{ backgroundColor: ground, borderColor: edgeOf(ground) }}
      className="forced-solid size-3 shrink-0 rounded-sm border"
    />
  );
}

export function Label({ title, color, description, href, onRemove, whole = false }: LabelProps) {
  const ground = groundOf(color);
  const split = title.lastIndexOf('::');
  const scope = split > 0 ? title.slice(0, split) : null;
  const value = scope === null ? title : title.slice(split + 2);
  const part = clsx(whole ? 'wrap-anywhere' : 'truncate', 'px-1.5');
  const name = (
    <>
      {scope !== null && (
        <span className={part} style={{ backgroundColor: ground, color: readableOn(ground) }}>
          {scope}
        </span>
      )}
      <span
        className={clsx(part, scope !== null && 'bg-surface text-fg')}
        style={scope === null ? { backgroundColor: ground, color: readableOn(ground) } : undefined}
      >
        {value}
      </span>
    </>
  );
  return (
    <span
      title={description ? `${title}: ${description}` : title}
      style={{ borderColor: edgeOf(ground) }}
      className={clsx(
        'forced-solid inline-flex min-w-0 shrink items-stretch overflow-hidden rounded-sm border text-sm leading-4.5 font-medium',
        whole ? 'min-h-5 max-w-full' : 'h-5 max-w-60',
      )}
    >
      {href === undefined ? (
        name
      ) : (
        <a href={href} className="inline-flex min-w-0 no-underline focus-visible:outline-offset-[-2px]">
          {name}
        </a>
      )}
      {onRemove !== undefined && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={`Remove ${title}`}
          className="px-1 text-fg-muted hover:bg-hover hover:text-fg focus-visible:outline-offset-[-2px]"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
