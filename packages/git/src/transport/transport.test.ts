import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommit } from '../objects/read-commit.ts';
import { closeGitPools, sharedCatFiles } from '../process/cat-file-pool.ts';
import { ZERO_OID } from '../objects/object-id.ts';
import { streamGit } from '../process/run-git.ts';
import { readRef } from '../refs/read-ref.ts';
import { updateRefs } from '../refs/update-refs.ts';
import { writeMergeRequestRef } from '../refs/internal-refs.ts';
import { clientGit, createTestRepository, startGitServer } from '../testing/index.ts';
import type { GitHttpServer, TestRepository } from '../testing/index.ts';
import type { ReceivedPush } from './hook-channel.ts';
import { changedPathsIn, cleanQuarantine, isAncestorIn, newCommits, newObjectSizes } from './quarantine.ts';
import type { NewObjectSizes } from './quarantine.ts';
import { formatRemoteMessage } from './remote-message.ts';

let repository: TestRepository;
let repo: string;
let server: GitHttpServer;
let root: string;
let work: string;

beforeEach(async () => {
  repository = await createTestRepository({
    commits: [
      { label: 'one', files: { 'a.txt': 'one\n', 'big.bin': randomBytes(50_000) } },
      { label: 'two', files: { 'a.txt': 'two\n' } },
    ],
    tags: [{ name: 'v1', target: 'one' }],
  });
  repo = repository.dir;
  server = await startGitServer(repo);
  root = await mkdtemp(join(tmpdir(), 'tributary-client-'));
  work = join(root, 'work');
  await clientGit(root, 'clone', '--quiet', server.url, 'work');
});

afterEach(async () => {
  await server.close();
  await closeGitPools();
  await repository.remove();
  await rm(root, { recursive: true, force: true });
});

async function commit(path: string, content: string | Buffer, message = 'Change'): Promise<string> {
  await writeFile(join(work, path), content);
  await clientGit(work, 'add', '--', path);
  await clientGit(work, 'commit', '--quiet', '-m', message);
  return (await clientGit(work, 'rev-parse', 'HEAD')).stdout.trim();
}

async function leftovers(): Promise<string[]> {
  return (await readdir(join(repo, 'objects'))).filter((name) => name.startsWith('tmp_'));
}

describe('fetching', () => {
  it('clones over version 2 and 0, shallow and partial', async () => {
    expect((await clientGit(work, 'log', '--format=%s')).stdout).toBe('two\none\n');
    expect((await clientGit(root, '-c', 'protocol.version=0', 'clone', '--quiet', server.url, 'v0')).exitCode).toBe(0);
    await clientGit(root, 'clone', '--quiet', '--depth=1', server.url, 'shallow');
    expect((await clientGit(join(root, 'shallow'), 'rev-list', '--count', 'HEAD')).stdout.trim()).toBe('1');
    expect((await clientGit(join(root, 'shallow'), 'fetch', '--quiet', '--unshallow')).exitCode).toBe(0);
    const partial = await clientGit(
      root,
      'clone',
      '--quiet',
      '--filter=blob:none',
      '--no-checkout',
      server.url,
      'partial',
    );
    expect(partial.exitCode).toBe(0);
    const missing = await clientGit(join(root, 'partial'), 'rev-list', '--objects', '--all', '--missing=print');
    expect(missing.stdout.split('\n').filter((line) => line.startsWith('?'))).toHaveLength(3);
    const read = await clientGit(join(root, 'partial'), 'show', 'HEAD~1:a.txt');
    expect(read).toMatchObject({ exitCode: 0, stdout: 'one\n' });
    expect(server.results.every((result) => result.ok)).toBe(true);
    const blob = await repository.git('rev-parse', 'main:a.txt');
    const sparse = await clientGit(
      root,
      'clone',
      '--quiet',
      `--filter=sparse:oid=${blob}`,
      '--no-checkout',
      server.url,
      'sparse',
    );
    expect(sparse.exitCode).not.toBe(0);
  });

  it('reads a compressed request', async () => {
    for (let index = 0; index < 40; index += 1) await commit('many.txt', `${index}\n`, `Local ${index}`);
    await repository.commit({ files: { new: 'new' } });
    const fetched = await clientGit(work, 'fetch', '--quiet', 'origin');
    expect(fetched).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('T-014: gives nothing by guessed id', async () => {
    const lost = await repository.commit({ branch: 'lost', files: { secret: 'x' } });
    await repository.git('update-ref', '-d', 'refs/heads/lost');
    const fetched = await clientGit(work, 'fetch', 'origin', lost);
    expect(fetched.exitCode).not.toBe(0);
    expect(fetched.stderr).toContain('not our ref');
    const secret = await repository.git('rev-parse', `${lost}:secret`);
    for (const [version, oid] of [
      ['2', secret],
      ['0', lost],
      ['2', '5'.repeat(40)],
    ] as const) {
      const again = await clientGit(work, '-c', `protocol.version=${version}`, 'fetch', 'origin', oid);
      expect(again.stderr).toMatch(/not our ref|Server does not allow request/);
    }
    expect((await clientGit(work, 'cat-file', '-e', lost)).exitCode).not.toBe(0);
  });

  it('T-007: shows merge request heads but no other internal ref', async () => {
    await writeMergeRequestRef(repo, 1, repository.sha('one'));
    await repository.git('update-ref', `refs/keep-around/${repository.sha('one')}`, repository.sha('one'));
    await repository.git('update-ref', 'refs/pipelines/1', repository.sha('one'));
    for (const version of ['0', '2']) {
      const listed = (await clientGit(work, '-c', `protocol.version=${version}`, 'ls-remote', 'origin')).stdout;
      expect(listed).toContain('refs/merge-requests/1/head');
      expect(listed).not.toMatch(/keep-around|pipelines/);
    }
    server.options = { hiddenRefs: ['refs/merge-requests/'] };
    expect((await clientGit(work, 'ls-remote', 'origin')).stdout).not.toContain('merge-requests');
  });
});

describe('pushing', () => {
  it('asks before, tells after, and shows messages to the user', async () => {
    const pushes: ReceivedPush[] = [];
    server.options = {
      onPreReceive: (push) => {
        pushes.push(push);
        return Promise.resolve({ ok: true });
      },
      onPostReceive: (push) => {
        pushes.push(push);
        return Promise.resolve('To create a merge request for topic, visit:\n  http://example.test/new?a=b&c=%d');
      },
    };
    const sha = await commit('b.txt', 'b\n');
    const pushed = await clientGit(
      work,
      'push',
      '-o',
      'ci.skip',
      '-o',
      "title=It's $HOME `x` \\n",
      'origin',
      'HEAD:topic',
      'HEAD:other',
    );
    expect(pushed.exitCode).toBe(0);
    expect(pushed.stderr).toMatch(/remote: {3}http:\/\/example\.test\/new\?a=b&c=%d/);
    expect(pushes).toHaveLength(2);
    expect(pushes[0]?.updates).toEqual([
      { ref: 'refs/heads/topic', oldSha: '0'.repeat(40), newSha: sha },
      { ref: 'refs/heads/other', oldSha: '0'.repeat(40), newSha: sha },
    ]);
    expect(pushes[0]?.pushOptions).toEqual(['ci.skip', "title=It's $HOME `x` \\n"]);
    expect(pushes[0]?.quarantine.GIT_QUARANTINE_PATH).toContain('tmp_objdir-incoming-');
    expect(pushes[1]?.quarantine.GIT_QUARANTINE_PATH).toBeUndefined();
    expect(await readRef(repo, 'refs/heads/topic')).toBe(sha);
    expect((await clientGit(work, 'push', 'origin', ':topic')).exitCode).toBe(0);
    expect(await readRef(repo, 'refs/heads/topic')).toBeUndefined();
  });

  it('P-02: a refused push says why and leaves nothing visible', async () => {
    server.options = {
      onPreReceive: () =>
        Promise.resolve({
          ok: false,
          message: formatRemoteMessage('You may not push to main. \u001b[31mAsk an owner.'),
        }),
    };
    const sha = await commit('b.txt', 'secret\n');
    const pushed = await clientGit(work, 'push', 'origin', 'HEAD:main');
    expect(pushed.exitCode).not.toBe(0);
    expect(pushed.stderr).toContain('remote: You may not push to main. [31mAsk an owner.');
    expect(pushed.stderr).toContain('pre-receive hook declined');
    expect(await readRef(repo, 'refs/heads/main')).toBe(repository.sha('two'));
    expect(await findCommit(repo, sha)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  it('a handler that breaks refuses the push and is reported', async () => {
    server.options = { onPreReceive: () => Promise.reject(new Error('database is away')) };
    await commit('b.txt', 'b\n');
    const pushed = await clientGit(work, 'push', 'origin', 'HEAD:main');
    expect(pushed.stderr).toContain('could not check this push');
    expect(pushed.stderr).not.toContain('database');
    await expect.poll(() => server.results.at(-1)?.error).toMatchObject({ message: 'database is away' });
  });

  it('P-03: --atomic moves all or none, and stale pushes are refused', async () => {
    await updateRefs(repo, [{ ref: 'refs/heads/moved', oldSha: ZERO_OID, newSha: repository.sha('two') }]);
    // Someone else moves the branch while this push is being checked.
    server.options = {
      onPreReceive: async () => {
        await updateRefs(repo, [
          { ref: 'refs/heads/moved', oldSha: repository.sha('two'), newSha: repository.sha('one') },
        ]);
        return { ok: true };
      },
    };
    await commit('b.txt', 'b\n');
    const pushed = await clientGit(work, 'push', '--atomic', 'origin', 'HEAD:topic', 'HEAD:moved');
    expect(pushed.exitCode).not.toBe(0);
    expect(await readRef(repo, 'refs/heads/topic')).toBeUndefined();
    expect(await readRef(repo, 'refs/heads/moved')).toBe(repository.sha('one'));
    server.options = {};
    const mixed = await clientGit(work, 'push', '--atomic', 'origin', 'HEAD:topic', 'HEAD:refs/keep-around/x');
    expect(mixed.exitCode).not.toBe(0);
    expect(await readRef(repo, 'refs/heads/topic')).toBeUndefined();
  });

  it.each(['refs/merge-requests/1/head', 'refs/keep-around/x', 'refs/pipelines/1', 'refs/internal/x'])(
    'T-007: refuses %s',
    async (ref) => {
      const pushed = await clientGit(work, 'push', 'origin', `HEAD:${ref}`);
      expect(pushed.exitCode).not.toBe(0);
      expect(pushed.stderr).toContain('hidden ref');
      expect(await readRef(repo, ref)).toBeUndefined();
    },
  );

  it('refuses more refs than allowed', async () => {
    server.options = { maxRefs: 2 };
    const pushed = await clientGit(work, 'push', 'origin', 'HEAD:a', 'HEAD:b', 'HEAD:c');
    expect(pushed.stderr).toContain('at most 2 refs');
  });

  it('T-011: sees unpacked sizes and paths of what was pushed, before it is visible', async () => {
    let sizes: NewObjectSizes | undefined;
    let rewritten: boolean | undefined;
    let subjects: string[] = [];
    let paths: string[] = [];
    server.options = {
      onPreReceive: async ({ quarantine, updates }) => {
        const [update] = updates;
        const newSha = update?.newSha ?? '';
        sizes = await newObjectSizes(repo, quarantine, { blobsOver: 1_000_000, newShas: [newSha] });
        rewritten = !(await isAncestorIn(repo, quarantine, update?.oldSha ?? '', newSha));
        subjects = (await newCommits(repo, quarantine, updates)).commits.map((each) => each.subject);
        paths = await changedPathsIn(repo, quarantine, update?.oldSha ?? '', newSha);
        return sizes.bigBlobs.length > 0 ? { ok: false, message: 'too big' } : { ok: true };
      },
    };
    await commit('zeros ü.bin', Buffer.alloc(5_000_000), 'Bomb');
    expect((await clientGit(work, 'push', 'origin', 'HEAD:main')).stderr).toContain('too big');
    expect(sizes).toMatchObject({ objectCount: 3, bigBlobs: [{ size: 5_000_000, path: 'zeros ü.bin' }] });
    expect(sizes?.totalBytes).toBeGreaterThan(5_000_000);
    expect([rewritten, subjects, paths]).toEqual([false, ['Bomb'], ['zeros ü.bin']]);
    await clientGit(work, 'reset', '--quiet', '--hard', 'HEAD~2');
    await commit('c.txt', 'c\n', 'Rewrite');
    expect((await clientGit(work, 'push', '--force', 'origin', 'HEAD:main')).exitCode).toBe(0);
    expect(rewritten).toBe(true);
  });

  it('refuses an oversize pack with a reason', async () => {
    server.options = { limits: { maxInputBytes: 200_000 } };
    await commit('noise.bin', randomBytes(400_000));
    const pushed = await clientGit(work, 'push', 'origin', 'HEAD:main');
    expect(pushed.exitCode).not.toBe(0);
    expect(pushed.stderr).toMatch(/exceeds maximum allowed size/);
    await commit('noise2.bin', randomBytes(4_000_000));
    expect((await clientGit(work, 'push', 'origin', 'HEAD:main')).exitCode).not.toBe(0);
    expect(await readRef(repo, 'refs/heads/main')).toBe(repository.sha('two'));
    await expect.poll(leftovers).toEqual([]);
  });

  it('checks objects: a tree with .git inside is refused', async () => {
    const blob = (await clientGit(work, 'rev-parse', 'HEAD:a.txt')).stdout.trim();
    await writeFile(join(root, 'tree'), Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]));
    const tree = (
      await clientGit(work, 'hash-object', '-t', 'tree', '-w', '--literally', join(root, 'tree'))
    ).stdout.trim();
    const bad = (await clientGit(work, 'commit-tree', '-m', 'bad', tree)).stdout.trim();
    const pushed = await clientGit(work, 'push', 'origin', `${bad}:refs/heads/bad`);
    expect(pushed.exitCode).not.toBe(0);
    expect(await readRef(repo, 'refs/heads/bad')).toBeUndefined();
  });
});

describe('broken pushes', () => {
  it('P-01: a kill while the push is being checked leaves nothing visible', async () => {
    const controller = new AbortController();
    server.options = {
      signal: controller.signal,
      onPreReceive: () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    };
    const sha = await commit('b.txt', 'b\n');
    expect((await clientGit(work, 'push', 'origin', 'HEAD:main')).exitCode).not.toBe(0);
    await expect.poll(() => server.results.at(-1)?.reason).toBe('aborted');
    expect(await readRef(repo, 'refs/heads/main')).toBe(repository.sha('two'));
    expect(await findCommit(repo, sha)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  it('P-01: when the service dies in the middle of a push, git refuses it and nothing is visible', async () => {
    const script = join(root, 'server.mjs');
    const testing = new URL('../testing/index.ts', import.meta.url).href;
    await writeFile(
      script,
      `import { startGitServer } from ${JSON.stringify(testing)};
       const hang = () => { console.log('checking'); return new Promise(() => undefined); };
       console.log((await startGitServer(${JSON.stringify(repo)}, { onPreReceive: hang })).url);`,
    );
    // Through an alias, because only the process folder may start programs.
    const service = streamGit(null, ['-c', `alias.serve=!exec '${process.execPath}' '${script}'`, 'serve'], {
      timeoutMs: 60_000,
    });
    const lines = service.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    const url = String((await lines.next()).value).trim();
    const sha = await commit('b.txt', 'b\n');
    const pushing = clientGit(work, 'push', url, 'HEAD:main');
    expect(String((await lines.next()).value)).toContain('checking');
    expect(await leftovers()).toHaveLength(1);
    service.kill();
    expect((await pushing).exitCode).not.toBe(0);
    expect(await readRef(repo, 'refs/heads/main')).toBe(repository.sha('two'));
    expect(await findCommit(repo, sha)).toBeUndefined();
    // git removes its quarantine, or leaves it behind when a signal ends it; the next start of the service removes that.
    const cleaned = async () => {
      await cleanQuarantine(repo, 0);
      return leftovers();
    };
    await expect.poll(cleaned).toEqual([]);
    expect((await clientGit(work, 'push', 'origin', 'HEAD:main')).exitCode).toBe(0);
  });

  it('T-013: a client that stops sending is let go', async () => {
    server.options = { limits: { idleTimeoutMs: 200 } };
    const client = request(`${server.url}/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
    });
    const closed = new Promise((resolve) => client.on('close', resolve).on('error', resolve));
    client.on('response', (response) => response.resume());
    client.write('00a0');
    const dripping = setInterval(() => client.write('0'), 60);
    await expect.poll(() => server.results.at(-1)?.reason).toBe('timeout');
    clearInterval(dripping);
    client.destroy();
    await closed;
  });

  it('a client that disconnects ends git', async () => {
    const earlier = server.results.length;
    const { begun } = server;
    const client = request(`${server.url}/git-receive-pack`, { method: 'POST' });
    client.on('error', () => undefined);
    client.write('00a0');
    await expect.poll(() => server.begun).toBe(begun + 1);
    client.destroy();
    await expect.poll(() => server.results.slice(earlier).map((result) => result.ok)).toEqual([false]);
    expect(await leftovers()).toEqual([]);
  });

  it('removes the quarantine of a killed git, but not a young one', async () => {
    const folder = join(repo, 'objects/tmp_objdir-incoming-abc');
    await mkdir(folder);
    expect(await cleanQuarantine(repo, 3_600_000)).toBe(0);
    const old = new Date(Date.now() - 7_200_000);
    await utimes(folder, old, old);
    expect(await cleanQuarantine(repo, 3_600_000)).toBe(1);
    await expect(access(folder)).rejects.toThrow(/ENOENT/);
  });

  it('rejects nonsense without harm', async () => {
    const answer = await fetch(`${server.url}/git-upload-pack`, {
      method: 'POST',
      body: 'not a packet',
      headers: { 'content-encoding': 'gzip' },
    }).then(
      (response) => response.text(),
      () => 'cut',
    );
    expect(answer === '' || answer === 'cut').toBe(true);
    expect((await sharedCatFiles().info(repo, 'HEAD'))?.type).toBe('commit');
  });
});

describe('formatRemoteMessage', () => {
  it('wraps text, keeps addresses whole and drops control characters', () => {
    const address = `http://example.test/${'x'.repeat(90)}`;
    const lines = formatRemoteMessage(`${'word '.repeat(30)}\u0007${address}`).split('\n');
    expect(lines).toContain(address);
    expect(lines.filter((line) => line !== address).every((line) => line.length <= 72)).toBe(true);
  });
});
