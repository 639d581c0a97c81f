import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job, JobArtifact } from './payload.ts';

export const VERSION = '0.1.0';
/** With the pauses between them about three minutes: a server that is upgraded is back by then. */
const TRIES = 12;
/** What servers want to know before they give jobs that need it. */
const FEATURES = Object.fromEntries(
  (
    'variables image services artifacts artifacts_exclude upload_multiple_artifacts upload_raw_artifacts cache ' +
    'fallback_cache_keys refspecs masking raw_variables trace_checksum trace_size cancelable return_exit_code ' +
    'service_variables service_multiple_aliases image_executor_opts service_executor_opts multi_build_steps'
  )
    .split(' ')
    .map((name) => [name, true]),
);
const CANCELED = new Set(['canceling', 'canceled', 'failed']);

/** The server does not know the runner, or not any more. */
export class RunnerRefused extends Error {}
/** The job is not this runner's any more: it was canceled by force, or has ended. */
export class JobLost extends Error {}

export type JobState = { isCanceled: boolean };
export type JobEnd = {
  state: 'success' | 'failed';
  failureReason?: string | undefined;
  exitCode?: number | undefined;
  checksum: string;
  bytes: number;
};

/** The calls of the runner protocol. */
export class RunnerApi {
  readonly #url: string;
  readonly #token: string;
  readonly #systemId: string;
  readonly #executor: string;
  #lastUpdate: string | undefined;

  constructor(url: string, token: string, systemId: string, executor: string) {
    this.#executor = executor;
    this.#url = `${url.replace(/\/+$/, '')}/api/v4`;
    this.#token = token;
    this.#systemId = systemId;
  }

  #info() {
    const { platform, arch: architecture } = process;
    const about = { name: 'tributary-runner', version: VERSION, platform, architecture };
    return { ...about, executor: this.#executor, shell: 'bash', features: FEATURES };
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { 'user-agent': `tributary-runner ${VERSION}`, ...(init.headers as Record<string, string>) };
    return fetch(`${this.#url}${path}`, { ...init, headers });
  }

  #json(method: string, path: string, body: object, signal?: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.#send(path, { method, headers, body: JSON.stringify(body), ...(signal && { signal }) });
  }

  /** Repeats what failed for a reason that passes: the network, or a server that is starting again. */
  async #retry(send: () => Promise<Response>): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send();
        if (answer.status < 500 && answer.status !== 429) return answer;
        if (attempt >= TRIES) return answer;
        await answer.body?.cancel();
      } catch (error) {
        if (attempt >= TRIES) throw error;
      }
      await pause(Math.min(30_000, 250 * 2 ** attempt));
    }
  }

  async verify(): Promise<void> {
    const body = { token: this.#token, system_id: this.#systemId, info: this.#info() };
    const answer = await this.#retry(() => this.#json('POST', '/runners/verify', body));
    if (!answer.ok) throw new RunnerRefused(`The server refuses the token of this runner (status ${answer.status}).`);
  }

  /** The next job, or undefined after a while without one. */
  async requestJob(signal: AbortSignal): Promise<Job | undefined> {
    const answer = await this.#json(
      'POST',
      '/jobs/request',
      { token: this.#token, system_id: this.#systemId, info: this.#info(), last_update: this.#lastUpdate },
      signal,
    );
    this.#lastUpdate = answer.headers.get('x-gitlab-last-update') ?? undefined;
    if (answer.status === 201) return (await answer.json()) as Job;
    await answer.body?.cancel();
    if (answer.status === 403) throw new RunnerRefused('The server does not know this runner any more.');
    if (answer.status !== 204) throw new Error(`The server answered a request for a job with status ${answer.status}.`);
    return undefined;
  }

  /** Adds to the log; says where the log of the server ends. */
  async appendTrace(job: Job, start: number, data: Buffer): Promise<JobState & { end: number }> {
    const headers = {
      'job-token': job.token,
      'content-type': 'text/plain',
      'content-range': `${start}-${start + data.length - 1}`,
    };
    const answer = await this.#retry(() =>
      this.#send(`/jobs/${job.id}/trace`, { method: 'PATCH', headers, body: new Uint8Array(data) }),
    );
    await answer.body?.cancel();
    if (answer.status !== 202 && answer.status !== 416) throw this.#lost(answer.status);
    const end = Number(answer.headers.get('range')?.split('-')[1] ?? start + data.length);
    return { isCanceled: CANCELED.has(answer.headers.get('job-status') ?? ''), end };
  }

  async keepAlive(job: Job): Promise<JobState> {
    const answer = await this.#retry(() =>
      this.#json('PUT', `/jobs/${job.id}`, { token: job.token, state: 'running' }),
    );
    await answer.body?.cancel();
    if (!answer.ok) throw this.#lost(answer.status);
    return { isCanceled: CANCELED.has(answer.headers.get('job-status') ?? '') };
  }

  async finish(job: Job, end: JobEnd): Promise<void> {
    const body = {
      token: job.token,
      state: end.state,
      failure_reason: end.failureReason,
      exit_code: end.exitCode,
      output: { checksum: end.checksum, bytesize: end.bytes },
    };
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const answer = await this.#retry(() => this.#json('PUT', `/jobs/${job.id}`, body));
      await answer.body?.cancel();
      if (answer.status === 200) return;
      if (answer.status !== 202) throw this.#lost(answer.status);
      await pause(1_000);
    }
  }

  async upload(job: Job, artifact: JobArtifact, file: string, name: string): Promise<void> {
    const query = new URLSearchParams({
      artifact_type: artifact.artifact_type,
      artifact_format: artifact.artifact_format,
      ...(artifact.expire_in !== null && { expire_in: artifact.expire_in }),
    });
    const answer = await this.#retry(async () => {
      const form = new FormData();
      form.set('file', await openAsBlob(file), name);
      const headers = { 'job-token': job.token };
      return this.#send(`/jobs/${job.id}/artifacts?${query.toString()}`, { method: 'POST', headers, body: form });
    });
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(`The server refuses the file (status ${answer.status}): ${text}`);
  }

  async download(id: number, token: string): Promise<ReadableStream<Uint8Array>> {
    const headers = { 'job-token': token };
    const answer = await this.#retry(() => this.#send(`/jobs/${id}/artifacts`, { headers }));
    if (answer.status !== 200 || !answer.body) throw new Error(`The server answered with status ${answer.status}.`);
    return answer.body;
  }

  #lost(status: number): Error {
    return new JobLost(`The server does not accept anything for this job any more (status ${status}).`);
  }
}
