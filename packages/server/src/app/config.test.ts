import { expect, test } from 'vitest';
import { hasHelpFlag, BadSettings, readConfig, USAGE } from './config.ts';

test('flags win over the environment', () => {
  const env = { PORT: '4000', TRIBUTARY_DATA: '/srv/data' };
  expect(readConfig(['--port', '5000'], env)).toMatchObject({ port: 5_000, dataDir: '/srv/data', isDemo: false });
  expect(readConfig(['--demo', '--data', '/tmp/other'], env)).toMatchObject({ port: 4_000, dataDir: '/tmp/other' });
});

test.each([[['--prot', '3']], [['--port']], [['--demo=yes']], [['stray']]])(
  '%j is refused with what there is',
  (argv) => {
    expect(() => readConfig(argv, {})).toThrow(BadSettings);
    expect(() => readConfig(argv, {})).toThrow(USAGE);
  },
);

test.each([
  [['--port', 'x'], 'PORT must be a number from 0 to 65535, not "x".'],
  [['--url', 'code.example.org'], 'TRIBUTARY_URL must be a URL like https://code.example.org'],
])('%j is refused with what is wrong', (argv, text) => {
  expect(() => readConfig(argv, {})).toThrow(text);
});

test('help is asked for in the usual ways', () => {
  expect([['--help'], ['--demo', '-h'], ['--demo']].map(hasHelpFlag)).toEqual([true, true, false]);
});
