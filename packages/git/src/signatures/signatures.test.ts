import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gpgSignatureIssuer, parseGpgKey, verifyGpgSignature } from './openpgp.ts';
import { splitSignature } from './signed-payload.ts';
import { parseSshPublicKey, verifySshSignature } from './ssh-signature.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-signatures-'));
});
afterAll(async () => {
  // What gpg has started to keep its keys ends with the folder.
  await run('gpgconf', ['--homedir', folder, '--kill', 'all']).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

const PAYLOAD = Buffer.from('tree 1\nauthor A <a@x.test> 1 +0000\n\nSigned\n');
const other = Buffer.from(PAYLOAD.toString().replace('Signed', 'Forged'));

/** The tools that users sign with; machines without them cannot run these. */
async function has(program: string, ...args: string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  );
}
const hasSsh = await has('ssh-keygen', '-?');
const hasGpg = await has('gpg', '--version');

describe.runIf(hasSsh)('signatures of ssh', () => {
  test.each([
    ['ed25519', []],
    ['ecdsa', ['-b', '384']],
    ['rsa', ['-b', '2048']],
  ])('%s', async (type, options) => {
    const file = path.join(folder, `${type}.key`);
    await run('ssh-keygen', ['-q', '-t', type, ...options, '-N', '', '-C', 'me@x.test', '-f', file]);
    const key = parseSshPublicKey(await readFile(`${file}.pub`, 'utf8'));
    const listed = (await run('ssh-keygen', ['-l', '-f', `${file}.pub`])).stdout;
    expect([listed, key?.comment]).toEqual([expect.stringContaining(key?.fingerprint ?? 'none'), 'me@x.test']);
    const sign = async (namespace: string) => {
      const text = path.join(folder, `${type}.${namespace}`);
      await writeFile(text, PAYLOAD);
      await run('ssh-keygen', ['-q', '-Y', 'sign', '-n', namespace, '-f', file, text]);
      return readFile(`${text}.sig`, 'utf8');
    };
    const signature = await sign('git');
    expect(verifySshSignature(PAYLOAD, signature)).toEqual({ fingerprint: key?.fingerprint });
    expect(verifySshSignature(other, signature)).toBeNull();
    // Signed for another purpose.
    expect(verifySshSignature(PAYLOAD, await sign('file'))).toBeNull();
  });
});

describe.runIf(hasGpg)('signatures of gpg', () => {
  const gpg = (...args: string[]) =>
    run('gpg', ['--homedir', folder, '--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', '', ...args]);
  const export_ = async (id: string) => (await gpg('--armor', '--export', id)).stdout;
  const sign = async (id: string) => {
    const file = path.join(folder, 'payload');
    await writeFile(file, PAYLOAD);
    return (await gpg('--armor', '--local-user', id, '--detach-sign', '--output', '-', file)).stdout;
  };

  test.each([
    ['rsa2048', 'rsa@x.test'],
    ['ed25519', 'Ed@x.test'],
    ['nistp256', 'ec@x.test'],
  ])('%s', async (algorithm, email) => {
    await gpg('--quick-gen-key', `Ann <${email}>`, algorithm, 'sign', '0');
    const armored = await export_(email);
    const key = parseGpgKey(armored);
    expect(key).toMatchObject({ emails: [email.toLowerCase()], userIds: [`Ann <${email}>`] });
    const signature = await sign(email);
    expect(gpgSignatureIssuer(signature)).toBe(key?.fingerprint);
    expect(verifyGpgSignature(PAYLOAD, signature, armored)).toEqual({ fingerprint: key?.fingerprint });
    expect(verifyGpgSignature(other, signature, armored)).toBeNull();
    const damaged = signature.replace(/^([A-Za-z0-9+/]{20})(.)/m, (_, start, one) => start + (one === 'A' ? 'B' : 'A'));
    expect(verifyGpgSignature(PAYLOAD, damaged, armored)).toBeNull();
  });

  test('a subkey signs for its primary key, and expired or revoked keys do not', async () => {
    await gpg('--quick-gen-key', 'Sub <sub@x.test>', 'ed25519', 'cert', '0');
    const primary = parseGpgKey(await export_('sub@x.test'));
    expect(primary).toBeNull();
    const listed = (await gpg('--with-colons', '--list-keys', 'sub@x.test')).stdout;
    const fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
    await gpg('--quick-add-key', fingerprint, 'ed25519', 'sign', '0');
    const armored = await export_('sub@x.test');
    const key = parseGpgKey(armored);
    expect(key).toMatchObject({ fingerprint, signingFingerprints: [expect.not.stringContaining(fingerprint)] });
    const signature = await sign('sub@x.test');
    expect(verifyGpgSignature(PAYLOAD, signature, armored)).toEqual({ fingerprint: key?.signingFingerprints[0] });
    const revocation = await readFile(path.join(folder, 'openpgp-revocs.d', `${fingerprint}.rev`), 'utf8');
    const file = path.join(folder, 'revocation');
    await writeFile(file, revocation.replace(/^:-----/m, '-----'));
    await gpg('--import', file);
    const revoked = await export_('sub@x.test');
    expect([parseGpgKey(revoked), verifyGpgSignature(PAYLOAD, signature, revoked)]).toEqual([null, null]);
  });
});

test('what is no signature or key is none, and several signatures are none', () => {
  for (const text of ['', 'x', '-----BEGIN PGP SIGNATURE-----\n\nabcd\n-----END PGP SIGNATURE-----']) {
    expect([gpgSignatureIssuer(text), parseGpgKey(text), verifySshSignature(PAYLOAD, text)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(parseSshPublicKey(`ssh-ed25519 ${text}`)).toBeNull();
  }
  const signed = (headers: string) => Buffer.from(`tree 1\n${headers}\nMessage\ngpgsig no header\n`);
  expect(splitSignature(signed(''))).toBeNull();
  expect(splitSignature(signed('gpgsig one\n two\n'))).toEqual({
    payload: signed(''),
    signature: 'one\ntwo\n',
  });
  expect(splitSignature(signed('gpgsig one\ngpgsig two\n'))?.signature).toBeNull();
});
