import clsx from 'clsx';

function lookOf(line: string): string {
  if (line.startsWith('diff --git ')) return 'mt-3 border-t pt-2 font-medium first:mt-0 first:border-t-0 first:pt-0';
  if (line.startsWith('@@')) return 'bg-(--diff-expanded) text-fg-muted';
  if (/^(?:index |\+\+\+ |--- )/.test(line)) return 'text-fg-muted';
  if (line.startsWith('+')) return 'bg-(--diff-added)';
  return line.startsWith('-') ? 'bg-(--diff-removed)' : '';
}

/** A small diff as text. */
export function PatchView({ patch, label }: { patch: string; label: string }) {
  return (
    <pre
      role="region"
      tabIndex={0}
      aria-label={label}
      className="max-h-[60vh] overflow-auto font-mono text-code leading-5"
    >
      <span className="block w-max min-w-full">
        {patch
          .trimEnd()
          .split('\n')
          .map((line, at) => (
            <span key={at} className={clsx('block px-4 whitespace-pre', lookOf(line))}>
              {line === '' ? ' ' : line}
            </span>
          ))}
      </span>
    </pre>
  );
}
