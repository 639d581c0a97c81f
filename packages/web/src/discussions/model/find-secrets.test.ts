import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

/** Put together here, so that this file holds none. */
const tail = (length: number) => 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(12).slice(0, length);
const upper = (length: number) => 'QZ2WX3EC4RV5TB6YN7UM'.slice(0, length);

it('finds access tokens with the prefix of the instance', () => {
  const value = `acme.${tail(50)}`;
  expect(findSecrets(`A ${value}, acme.short and acme.`, '', 'acme.')).toMatchObject([{ kind: 'Access token', value }]);
  expect(findSecrets(value)).toEqual([]);
});

it.each([
  ['Access token', `glpat-${tail(20)}`],
  ['Feed token', `glft-${tail(20)}`],
  ['Feed token', `feed_token=${tail(20)}`],
  ['Incoming mail token', `glimt-${tail(25)}`],
  ['Deploy token', `gldt-${tail(20)}`],
  ['OAuth application secret', `gloas-${tail(64)}`],
  ['SCIM token', `glsoat-${tail(20)}`],
  ['Runner token', `glrt-${tail(20)}`],
  ['Job token', `glcbt-${tail(24)}`],
  ['Trigger token', `glptt-${tail(40)}`],
  ['Cluster agent token', `glagent-${tail(50)}`],
  ['Feature flag token', `glffct-${tail(20)}`],
  ['AWS access key', `AKIA${upper(16)}`],
  ['GitHub token', `ghp_${tail(36)}`],
  ['GitHub token', `github_pat_${tail(60)}`],
  ['Slack token', `xoxb-${tail(30)}`],
  ['Slack token', `hooks.slack.com/services/${tail(30)}`],
  ['Google key', `AIza${tail(35)}`],
  ['Stripe key', `sk_live_${tail(24)}`],
  ['npm token', `npm_${tail(36)}`],
  ['PyPI token', `pypi-${tail(80)}`],
  ['SendGrid key', `SG.${tail(22)}.${tail(43)}`],
  ['Private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
  ['Private key', `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----`],
  ['Private key', `-----BEGIN ${'PRIVATE'} KEY-----`],
])('finds a %s within a text: %s', (kind, value) => {
  const found = findSecrets(`Try this:\n\`${value}\` (and again ${value})`);
  expect(found).toMatchObject([{ kind, value }]);
  if (kind !== 'Private key') expect(found[0]?.shown.length).toBeLessThan(value.length);
});

it('leaves what only looks a little like one, and what stands in instructions', () => {
  const texts = [
    'see glpat- and gldt-short',
    `glpat-${'x'.repeat(20)}`,
    'ghp_<your token>',
    `-----BEGIN ${'PUBLIC'} KEY-----`,
    `commit ${'0a'.repeat(20)}`,
    'the AKIAN people',
    `/uploads/${'0123456789abcdef'.repeat(2)}/key.pem`,
  ];
  for (const text of texts) expect(findSecrets(text)).toEqual([]);
});

it('tells only what was not there before', () => {
  const [old, fresh] = [`glpat-${tail(20)}`, `gldt-${tail(22)}`];
  expect(findSecrets(`${old} ${fresh}`, `was ${old}`)).toMatchObject([{ kind: 'Deploy token', value: fresh }]);
});

it('reads a megabyte of near misses quickly', () => {
  const texts = [
    'glpat-',
    'glpat-a ',
    'A',
    '-----BEGIN RSA ',
    '-----BEGIN A1 ',
    'xoxb-',
    'SG.',
    'pypi-',
    'feed_token=',
  ];
  const before = performance.now();
  for (const text of texts) findSecrets(text.repeat(1_000_000 / text.length));
  expect(performance.now() - before).toBeLessThan(5000);
});
