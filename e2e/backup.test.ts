import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from './testing/running-server.ts';

let server: RunningServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  server = await startServer();
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function readme(origin: string, token: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v4/projects/root%2Fkept/repository/files/README.md/raw?ref=main`, {
    headers: { 'private-token': token },
  });
  return answer.text();
}

test('a running instance is copied, restored elsewhere, and answers as before with the same token', async () => {
  const token = await server.token();
  const made = await fetch(`${server.url}/api/v4/projects`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'kept', initialize_with_readme: true }),
  });
  expect(made.status).toBe(201);
  const before = await readme(server.url, token);
  const target = path.join(folder, 'copy');
  expect(await server.command(['backup', target])).toContain(target);

  const other = await startServer();
  await other.kill('SIGTERM');
  await rm(other.dataDir, { recursive: true, force: true });
  await other.command(['restore', target]);
  await copyFile(path.join(server.dataDir, 'secret.key'), path.join(other.dataDir, 'secret.key'));
  await other.start();
  expect(await readme(other.url, token)).toBe(before);
  await other.dispose();
});

test('a second backup never overwrites the first, and a damaged one is refused before anything is written', async () => {
  const target = path.join(folder, 'copy');
  await expect(server.command(['backup', target])).rejects.toThrow(/exists already/);
  const manifest = JSON.parse(await readFile(path.join(target, 'manifest.json'), 'utf8')) as {
    files: { path: string }[];
  };
  const victim = manifest.files.find((file) => file.path.startsWith('database/users'));
  await writeFile(path.join(target, victim?.path ?? ''), 'damaged');
  const other = await startServer();
  await other.kill('SIGTERM');
  await rm(other.dataDir, { recursive: true, force: true });
  await expect(other.command(['restore', target])).rejects.toThrow(/is damaged/);
  await other.dispose();
});
