import type { ReactNode } from 'react';

export const group = 'Foundations';

const colours = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'overlay',
  'hover',
  'pressed',
  'text',
  'text-muted',
  'text-faint',
  'border',
  'border-strong',
  'accent',
  'accent-hover',
  'accent-soft',
  'accent-text',
  'focus',
];
const statuses = ['success', 'warning', 'failed', 'error', 'notice', 'neutral', 'scheduled', 'merged'];
const severities = ['critical', 'high', 'medium', 'low', 'info', 'unknown'];
const diffs = [
  'added',
  'added-word',
  'added-gutter',
  'removed',
  'removed-word',
  'removed-gutter',
  'moved',
  'expanded',
  'selected',
  'commented',
];
const steps = [1, 2, 3, 4, 6, 8];

function Swatch({ name }: { name: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className="size-6 shrink-0 rounded-sm border" style={{ backgroundColor: `var(--${name})` }} />
      <code className="truncate text-sm">{name}</code>
    </li>
  );
}

function Swatches({ names }: { names: readonly string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {names.map((name) => (
        <Swatch key={name} name={name} />
      ))}
    </ul>
  );
}

const code: { kind: string; text: string }[][] = [
  [{ kind: 'comment', text: '// Joins what two streams bring' }],
  [
    { kind: 'keyword', text: 'export function ' },
    { kind: 'function', text: 'confluence' },
    { kind: 'punctuation', text: '(' },
    { kind: 'variable', text: 'left' },
    { kind: 'punctuation', text: ': ' },
    { kind: 'type', text: 'Stream' },
    { kind: 'punctuation', text: ') {' },
  ],
  [
    { kind: 'keyword', text: '  return ' },
    { kind: 'variable', text: 'left' },
    { kind: 'punctuation', text: '.' },
    { kind: 'attribute', text: 'depth' },
    { kind: 'punctuation', text: ' !== ' },
    { kind: 'number', text: '0' },
    { kind: 'punctuation', text: ' && ' },
    { kind: 'string', text: "'0O1lI'" },
    { kind: 'punctuation', text: ';' },
  ],
  [
    { kind: 'tag', text: '<bank' },
    { kind: 'attribute', text: ' side' },
    { kind: 'punctuation', text: '=' },
    { kind: 'constant', text: 'LEFT' },
    { kind: 'tag', text: ' />' },
  ],
];

function CodeLines({ ground }: { ground: string }) {
  return (
    <pre className="rounded-md px-3 py-2 font-mono text-code" style={{ backgroundColor: `var(--${ground})` }}>
      {code.map((line, index) => (
        <div key={index}>
          {line.map((token) => (
            <span key={token.text} style={{ color: `var(--code-${token.kind})` }}>
              {token.text}
            </span>
          ))}
        </div>
      ))}
    </pre>
  );
}

export const states: Record<string, ReactNode> = {
  Type: (
    <div className="flex flex-col gap-2">
      <p className="text-h1 font-semibold">Heading of a page, 20 on 28</p>
      <p className="text-h2 font-semibold">Heading of a section, 16 on 24</p>
      <p className="text-h3 font-semibold">Heading of a card, 14 on 20</p>
      <p>Interface text, 13 on 20: the quick brown fox reviews 1,234 lines before lunch.</p>
      <p className="text-sm text-fg-muted">Quiet facts, 12 on 16</p>
      <p className="font-mono text-code">Code, 12.5 on 20: 0O 1lI != =&gt; &lt;= www</p>
    </div>
  ),
  Spacing: (
    <div className="flex items-end gap-3">
      {steps.map((step) => (
        <div key={step} className="text-center text-sm text-fg-muted">
          <div className="bg-accent-soft" style={{ width: step * 4, height: step * 4 }} />
          {step * 4}
        </div>
      ))}
    </div>
  ),
  'Surfaces and text': <Swatches names={colours} />,
  'Status groups': <Swatches names={statuses.flatMap((name) => [name, `${name}-soft`])} />,
  Severities: <Swatches names={severities.map((name) => `severity-${name}`)} />,
  'Diff tints': <Swatches names={diffs.map((name) => `diff-${name}`)} />,
  'Code tokens': (
    <div className="grid gap-2 sm:grid-cols-2">
      {['surface-sunken', 'diff-added', 'diff-removed', 'diff-added-word', 'diff-removed-word', 'diff-commented'].map(
        (ground) => (
          <CodeLines key={ground} ground={ground} />
        ),
      )}
    </div>
  ),
};
