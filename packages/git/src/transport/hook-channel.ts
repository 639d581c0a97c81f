import type { Duplex } from 'node:stream';
import { GitError } from '../process/git-error.ts';

export interface PushedRef {
  ref: string;
  oldSha: string;
  newSha: string;
}

/**
 * Where the objects of a push wait until it is accepted. Give it to the `…In` functions: everyone else cannot see them.
 * Empty for a push that only deletes.
 */
export interface QuarantineEnv {
  GIT_QUARANTINE_PATH?: string;
  GIT_OBJECT_DIRECTORY?: string;
  GIT_ALTERNATE_OBJECT_DIRECTORIES?: string;
}

export interface ReceivedPush {
  updates: PushedRef[];
  pushOptions: string[];
  quarantine: QuarantineEnv;
}

export type HookPhase = 'pre-receive' | 'post-receive';

export interface HookAnswer {
  ok: boolean;
  message?: string | undefined;
}

export type HookHandler = (phase: HookPhase, push: ReceivedPush) => Promise<HookAnswer>;

const FIXED_FIELDS = 5;
const MAX_FRAME_BYTES = 128 * 1024 * 1024;
const MAX_PUSH_OPTIONS = 200;

/**
 * Reads what the hook scripts say (see hooks/channel.sh) and sends the answers. `failed` is called with what broke the
 * conversation; the caller then ends git, and the push is refused.
 */
export function serveHooks(
  fromHook: Duplex,
  toHook: Duplex,
  handler: HookHandler,
  failed: (error: unknown) => void,
): void {
  let fields: string[] = [];
  let pending: Buffer[] = [];
  let size = 0;
  const onField = (field: string): void => {
    fields.push(field);
    const optionCount = fields.length >= FIXED_FIELDS ? Number(fields[FIXED_FIELDS - 1]) : 0;
    if (!(optionCount >= 0 && optionCount <= MAX_PUSH_OPTIONS))
      throw new GitError('rejected', 'Too many push options.');
    if (fields.length < FIXED_FIELDS + optionCount + 1) return;
    const frame = fields;
    fields = [];
    size = 0;
    const { phase, push } = readFrame(frame);
    // A failed write means the hook is gone, and git with it.
    answer(handler, phase, push, failed).then((text) => toHook.write(text), failed);
  };
  fromHook.on('data', (chunk: Buffer) => {
    try {
      size += chunk.length;
      if (size > MAX_FRAME_BYTES) throw new GitError('too_large', 'The push changes too many refs.');
      let rest = chunk;
      for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
        const field = Buffer.concat([...pending, rest.subarray(0, end)]).toString('utf8');
        pending = [];
        rest = rest.subarray(end + 1);
        onField(field);
      }
      if (rest.length > 0) pending.push(rest);
    } catch (error) {
      failed(error);
    }
  });
  for (const pipe of [fromHook, toHook]) pipe.on('error', () => undefined);
}

async function answer(
  handler: HookHandler,
  phase: HookPhase,
  push: ReceivedPush,
  failed: (error: unknown) => void,
): Promise<string> {
  try {
    const { ok, message } = await handler(phase, push);
    return formatAnswer(ok, message);
  } catch (error) {
    failed(error);
    return formatAnswer(false, 'The server could not check this push. Try again.');
  }
}

function formatAnswer(ok: boolean, message: string | undefined): string {
  const lines =
    message === undefined || message === ''
      ? []
      : message.split(/\r?\n/).map((line) => `m ${line.replaceAll('\0', '')}\n`);
  return `${lines.join('')}${ok ? 'ok' : 'no'}\n`;
}

function readFrame(fields: readonly string[]): { phase: HookPhase; push: ReceivedPush } {
  const [phase = '', quarantinePath = '', objects = '', alternates = ''] = fields;
  if (phase !== 'pre-receive' && phase !== 'post-receive')
    throw new GitError('failed', 'A hook said something unknown.');
  const updates = (fields.at(-1) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): PushedRef => {
      const [oldSha = '', newSha = ''] = line.split(' ', 2);
      return { oldSha, newSha, ref: line.slice(oldSha.length + newSha.length + 2) };
    });
  const quarantine: QuarantineEnv = {};
  if (quarantinePath !== '') quarantine.GIT_QUARANTINE_PATH = quarantinePath;
  if (objects !== '') quarantine.GIT_OBJECT_DIRECTORY = objects;
  if (alternates !== '') quarantine.GIT_ALTERNATE_OBJECT_DIRECTORIES = alternates;
  return { phase, push: { updates, pushOptions: fields.slice(FIXED_FIELDS, -1), quarantine } };
}
