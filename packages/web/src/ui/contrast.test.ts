import { describe, expect, it } from 'vitest';
import tokensCss from './tokens.css?raw';

type Theme = 'light' | 'dark';

/** The first definition of each token: the ordinary one, before the high-contrast overrides. */
function readTokens(css: string): Map<string, Record<Theme, string>> {
  const tokens = new Map<string, Record<Theme, string>>();
  for (const [, name, light, dark] of css.matchAll(/--([a-z-]+):\s*light-dark\((#[0-9a-f]+),\s*(#[0-9a-f]+)\)/g)) {
    if (name !== undefined && light !== undefined && dark !== undefined && !tokens.has(name))
      tokens.set(name, { light, dark });
  }
  return tokens;
}

const tokens = readTokens(tokensCss);

function channel(hex: string, at: number): number {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
}

function contrast(first: string, second: string, theme: Theme): number {
  const a = luminance(tokens.get(first)?.[theme] ?? '');
  const b = luminance(tokens.get(second)?.[theme] ?? '');
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'overlay'];
const grounds = [...surfaces, 'hover'];
const diffGrounds = [
  'diff-added',
  'diff-added-word',
  'diff-removed',
  'diff-removed-word',
  'diff-moved',
  'diff-expanded',
  'diff-selected',
  'diff-commented',
];
const statuses = ['success', 'warning', 'failed', 'error', 'notice', 'neutral', 'scheduled', 'merged'];
const severities = ['critical', 'high', 'medium', 'low', 'info', 'unknown'].map((name) => `severity-${name}`);
const codeTokens = [...tokens.keys()].filter((name) => name.startsWith('code-'));

const textPairs: [string, string][] = [
  ...['text', 'text-muted', 'text-faint', 'accent-text'].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ['text', 'pressed'],
  ['text-muted', 'pressed'],
  ['text', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['text-on-accent', 'accent'],
  ['text-on-accent', 'accent-hover'],
  ['on-danger', 'danger-solid'],
  ['on-danger', 'danger-solid-hover'],
  ...statuses.flatMap((name): [string, string][] => [
    [name, `${name}-soft`],
    ['text', `${name}-soft`],
    ...surfaces.map((ground): [string, string] => [name, ground]),
  ]),
  ...severities.flatMap((name) => surfaces.map((ground): [string, string] => [name, ground])),
  ...codeTokens.flatMap((name) =>
    ['surface', 'surface-sunken', ...diffGrounds].map((ground): [string, string] => [name, ground]),
  ),
  ['diff-line-number', 'surface'],
  ['diff-line-number', 'diff-expanded'],
  ['text-muted', 'diff-added-gutter'],
  ['text-muted', 'diff-removed-gutter'],
  ['diff-added-marker', 'diff-added'],
  ['diff-removed-marker', 'diff-removed'],
  ['diff-added-marker', 'surface'],
  ['diff-removed-marker', 'surface'],
];

const partPairs: [string, string][] = [
  ...['border-strong', 'focus', 'accent'].flatMap((part) => surfaces.map((ground): [string, string] => [part, ground])),
  ['focus', 'hover'],
  ['focus', 'accent-soft'],
];

describe.each<Theme>(['light', 'dark'])('%s theme', (theme) => {
  it('has every token that is compared', () => {
    const missing = [...textPairs, ...partPairs].flat().filter((name) => !tokens.has(name));
    expect(missing).toEqual([]);
    expect(codeTokens.length).toBeGreaterThanOrEqual(10);
  });

  it('gives text at least 4.5:1', () => {
    const weak = textPairs.filter(([text, ground]) => contrast(text, ground, theme) < 4.5);
    expect(weak.map(([text, ground]) => `${text} on ${ground}: ${contrast(text, ground, theme).toFixed(2)}`)).toEqual(
      [],
    );
  });

  it('gives parts of the interface at least 3:1', () => {
    const weak = partPairs.filter(([part, ground]) => contrast(part, ground, theme) < 3);
    expect(weak.map(([part, ground]) => `${part} on ${ground}: ${contrast(part, ground, theme).toFixed(2)}`)).toEqual(
      [],
    );
  });
});
