const byteUnits = ['KiB', 'MiB', 'GiB'] as const;
const grouped = new Intl.NumberFormat('en');

/** `512 bytes`, `1.50 KiB`, `3.25 MiB`; GiB is the largest unit. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1024) return plural(sizeBytes, 'byte');
  let value = sizeBytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(2)} ${byteUnits[unit] ?? 'GiB'}`;
}

function shortened(value: number): string {
  return (Math.floor(value * 10) / 10).toString();
}

/** `999`, `1.2k`, `3.4m`: cut, not rounded, so that a limit is not shown as reached before it is. */
export function abbreviate(count: number): string {
  const size = Math.abs(count);
  const sign = count < 0 ? '-' : '';
  if (size < 1_000) return String(count);
  if (size < 1_000_000) return `${sign}${shortened(size / 1_000)}k`;
  return `${sign}${shortened(size / 1_000_000)}m`;
}

/** `1,234`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** `1 file`, `2 files`, `2 entries` with the plural given. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** Leaves whole segments out of the middle until the path fits: `src/…/parser/tokens.ts`. The name always stays. */
export function shortenPath(path: string, longest: number): string {
  if (path.length <= longest) return path;
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  const first = segments.shift();
  if (first === undefined) return path;
  while (segments.length > 0) {
    segments.shift();
    const candidate = [first, '…', ...segments, name].join('/');
    if (candidate.length <= longest) return candidate;
  }
  return `…/${name}`;
}
