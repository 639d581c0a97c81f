import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type GitResult = { ok: boolean; output: string };

/** A real git client with a work tree of its own, as someone at the other end of the wire has it. */
export type GitClient = {
  dir: string;
  /** Runs git in the work tree; never throws, `output` holds both streams. */
  git(...args: string[]): Promise<GitResult>;
  /** As `git`, but throws what git said when it fails. Trimmed output. */
  must(...args: string[]): Promise<string>;
  /** Writes files and commits them; gives the commit id. */
  commit(files: Record<string, string | Buffer>, message?: string): Promise<string>;
  remove(): Promise<void>;
};

/** `http://name:token@host/project.git`, or without credentials when nobody is given. */
export function cloneAddress(
  origin: string,
  project: { full_path: string },
  person?: { user: { username: string }; token: string },
): string {
  const url = new URL(`${origin}/${project.full_path}.git`);
  if (person) {
    url.username = person.user.username;
    url.password = person.token;
  }
  return url.href;
}

const CLIENT = { name: 'Client', email: 'client@example.test' };

/** An empty work tree on branch `main`, with `origin` set when an address is given. */
export async function createGitClient(remote?: string, identity = CLIENT): Promise<GitClient> {
  const root = await mkdtemp(path.join(tmpdir(), 'tributary-client-'));
  const dir = path.join(root, 'work');
  await mkdir(dir);
  const git = (...args: string[]) => runClient(dir, root, identity, args);
  const must = async (...args: string[]) => {
    const result = await git(...args);
    if (!result.ok) throw new Error(`git ${args.join(' ')}: ${result.output}`);
    return result.output.trim();
  };
  await must('init', '--quiet', '--initial-branch=main');
  if (remote !== undefined) await must('remote', 'add', 'origin', remote);
  return {
    dir,
    git,
    must,
    async commit(files, message = 'Change files') {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
        await writeFile(path.join(dir, name), content);
      }
      await must('add', '--all');
      await must('commit', '--quiet', '--allow-empty', '-m', message);
      return must('rev-parse', 'HEAD');
    },
    async remove() {
      await chmod(root, 0o700);
      await rm(root, { recursive: true, force: true });
    },
  };
}

function runClient(cwd: string, home: string, { name, email }: typeof CLIENT, args: string[]): Promise<GitResult> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  return new Promise((resolve) => {
    execFile('git', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}` });
    });
  });
}
