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
  [['--ssh-port', '99999'], 'TRIBUTARY_SSH_PORT must be a number from 0 to 65535, not "99999".'],
  [['--url', 'code.example.org'], 'TRIBUTARY_URL must be a URL like https://code.example.org'],
])('%j is refused with what is wrong', (argv, text) => {
  expect(() => readConfig(argv, {})).toThrow(text);
});

test('SSH is off unless it has a port, and its address follows from the public one', () => {
  const url = 'https://code.example.org';
  expect(readConfig([], { TRIBUTARY_SSH_URL: 'ssh://git@code.example.org' }).ssh).toBeUndefined();
  expect(readConfig(['--ssh-port', '2222', '--url', url], {}).ssh).toEqual({
    port: 2_222,
    url: 'ssh://git@code.example.org:2222',
  });
  const env = { TRIBUTARY_SSH_PORT: '2222', TRIBUTARY_SSH_URL: 'ssh://git@git.example.org/' };
  expect(readConfig([], env).ssh).toEqual({ port: 2_222, url: 'ssh://git@git.example.org' });
  expect(() => readConfig([], { ...env, TRIBUTARY_SSH_URL: 'git.example.org' })).toThrow(BadSettings);
});

test('help is asked for in the usual ways', () => {
  expect([['--help'], ['--demo', '-h'], ['--demo']].map(hasHelpFlag)).toEqual([true, true, false]);
});
