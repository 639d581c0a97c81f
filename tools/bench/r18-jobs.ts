import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import type { Benchmark, Measured, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { processTree, residentMemory } from './memory.ts';
import { median, sampleInterleaved, timed } from './sampling.ts';
import type { Service } from './service.ts';
import { waitUntilQuiet } from './stage.ts';

const MIB = 1024 * 1024;
const CLOCK_TICKS = 100;
const JOBS_CONFIG = Array.from(
  { length: 5 },
  (_, index) => `j${index}: { stage: test, script: [make], parallel: 200, when: manual }\n`,
).join('');

type Job = { id: number; token: string };
type Stage = { service: Service; projectId: number; db: pg.Client };

async function openProject(service: Service, db: pg.Client, config: string): Promise<Stage> {
  const name = `jobs-${randomBytes(4).toString('hex')}`;
  const { id } = await service.rest<{ id: number }>('POST', '/projects', { name, initialize_with_readme: true });
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: config }];
  const commit = { branch: 'main', commit_message: 'Add jobs [skip ci]', actions };
  await service.rest('POST', `/projects/${id}/repository/commits`, commit);
  return { service, projectId: id, db };
}

const runPipeline = ({ service, projectId }: Stage) =>
  service.rest<{ id: number }>('POST', `/projects/${projectId}/pipeline`, { ref: 'main' });

async function newRunner({ service, projectId }: Stage): Promise<string> {
  const fields = { runner_type: 'project_type', project_id: projectId };
  return (await service.rest<{ token: string }>('POST', '/user/runners', fields)).token;
}

type Poll = { status: number; cursor: string | undefined; job: Job | undefined; atMs: number };
const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** One request of a runner, which waits where it says the cursor of its last answer. */
function poll(service: Service, token: string, cursor?: string, systemId = 's_1'): Promise<Poll> {
  const payload = JSON.stringify({ token, system_id: systemId, ...(cursor && { last_update: cursor }) });
  return new Promise((resolve, reject) => {
    const request = http.request(new URL('/api/v4/jobs/request', service.url), {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': payload.length },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const atMs = performance.timeOrigin + performance.now();
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const cursorNow = response.headers['x-gitlab-last-update'];
        resolve({
          status: response.statusCode ?? 0,
          cursor: typeof cursorNow === 'string' ? cursorNow : undefined,
          job: response.statusCode === 201 ? (JSON.parse(text) as Job) : undefined,
          atMs,
        });
      });
    });
    request.end(payload);
  });
}

async function take(stage: Stage): Promise<Job> {
  await runPipeline(stage);
  const { job } = await poll(stage.service, await newRunner(stage));
  if (!job) throw new Error('there is no job');
  return job;
}

/** R18: from the moment that a job waits until a waiting runner has it ÷ a NOTIFY on one connection until it is on another. */
async function pickup(lab: Lab, stage: Stage, databaseUrl: string): Promise<Measured> {
  const token = await newRunner(stage);
  const listener = new pg.Client(databaseUrl);
  await listener.connect();
  await listener.query('listen bench_jobs');
  let { cursor } = await poll(stage.service, token);
  const times = await sampleInterleaved(
    lab.rounds(40),
    async () => {
      const waiting = poll(stage.service, token, cursor);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await runPipeline(stage);
      const { job, atMs } = await waiting;
      if (!job) throw new Error('the runner got no job');
      const { rows } = await stage.db.query<{ ms: string }>(
        'select extract(epoch from queued_at) * 1000 as ms from ci_jobs where id = $1',
        [job.id],
      );
      await stage.service.rest('PUT', `/jobs/${job.id}`, { token: job.token, state: 'success' });
      cursor = (await poll(stage.service, token)).cursor ?? cursor;
      return atMs - Number(rows[0]?.ms ?? 0);
    },
    async () => {
      const heard = new Promise((resolve) => listener.once('notification', resolve));
      return timed(async () => {
        await stage.db.query(`notify bench_jobs, 'x'`);
        await heard;
      });
    },
  );
  await listener.end();
  const what = 'job waits until a runner has it ÷ NOTIFY from one connection to another';
  return { id: 'R18', what, unit: 'ms', ...times, goal: 20, stretch: 10 };
}

/** A pipeline of 1,000 jobs by the API ÷ inserting its rows with one statement. */
async function manyJobs(lab: Lab, service: Service, db: pg.Client): Promise<Measured> {
  const stage = await openProject(service, db, JOBS_CONFIG);
  let pipelineId = (await runPipeline(stage)).id;
  const { rows } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'ci_jobs' and column_name <> 'id'`,
  );
  const columns = rows.map(({ name }) => name).join(', ');
  const times = await sampleInterleaved(
    lab.rounds(8),
    () => timed(async () => (pipelineId = (await runPipeline(stage)).id)),
    () =>
      timed(async () => {
        await db.query('begin');
        await db.query(`insert into ci_jobs (${columns}) select ${columns} from ci_jobs where pipeline_id = $1`, [
          pipelineId,
        ]);
        await db.query('rollback');
      }),
  );
  const what = 'pipeline of 1,000 jobs by the API ÷ inserting its rows';
  return { id: 'R18', what, unit: 'ms', ...times, goal: 10 };
}

/** Seconds of a processor that a process and all its children used. */
function cpuSeconds(root: number): number {
  const ticks = processTree(root).map((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Its own, and those of its children that have ended.
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, each) => sum + each, 0) / CLOCK_TICKS;
}

/** 2,000 runners that wait for work: their share of one core, and the memory of the process. */
async function idleRunners(lab: Lab, stage: Stage): Promise<Measured[]> {
  const { service } = stage;
  // Each is answered at least twice meanwhile: a request waits for 50 seconds.
  const [count, seconds] = lab.isQuick ? [500, 110] : [2_000, 120];
  const tokens = await Promise.all(Array.from({ length: 50 }, () => newRunner(stage)));
  // What was measured before leaves work behind, which would count as the base.
  await waitUntilQuiet(service);
  const before = residentMemory(service.pid).now;
  const baseFrom = cpuSeconds(service.pid);
  // A whole minute: the service has work of its own at the start of each.
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  const base = (cpuSeconds(service.pid) - baseFrom) / 60;
  const over = new AbortController();
  let answers = 0;
  const waiting = Array.from({ length: count }, async (_, index) => {
    const token = tokens[index % tokens.length] ?? '';
    let { cursor } = await poll(service, token, undefined, `s_${index}`);
    while (!over.signal.aborted) {
      ({ cursor } = await poll(service, token, cursor, `s_${index}`).catch(() => ({ cursor })));
      answers += 1;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const [from, answeredBefore] = [cpuSeconds(service.pid), answers];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const used = (cpuSeconds(service.pid) - from) / seconds - base;
  const grown = residentMemory(service.pid).now - before;
  const answered = answers - answeredBefore;
  over.abort();
  agent.destroy();
  await Promise.all(waiting);
  if (answered < 2 * count) throw new Error(`${count} runners were answered ${answered} times in ${seconds} s`);
  const details = {
    runners: count,
    'answers per second': Math.round(answered / seconds),
    'ms of processor a second without runners': Math.round(base * 1_000),
  };
  const what = `${count} runners that wait`;
  return [
    {
      id: 'R18',
      what: `${what}: processor time in a second ÷ that second`,
      unit: 'ms',
      ours: Math.max(0, used * 1_000),
      reference: 1_000,
      goal: 0.05,
      details,
    },
    { id: 'R18', what: `${what}: memory ÷ 100 MB`, unit: 'MB', ours: Math.max(0, grown), reference: 100, goal: 1 },
  ];
}

/** Ours and the reference take turns. */
const PIECES_AT_ONCE = 100;

/** A log of 50 MB in 10,000 pieces ÷ appending them to a file, each synced to the disk as a commit is. */
async function longLog(lab: Lab, stage: Stage): Promise<Measured> {
  const { service } = stage;
  const pieces = lab.isQuick ? 1_000 : 10_000;
  const piece = Buffer.from(`${'x'.repeat(99)}\n`.repeat(52));
  const job = await take(stage);
  const url = new URL(`/api/v4/jobs/${job.id}/trace`, service.url);
  const keep = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const append = (start: number) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        'content-type': 'text/plain',
        'job-token': job.token,
        'content-range': `${start}-${start + piece.length - 1}`,
        'content-length': piece.length,
      };
      const request = http.request(url, { method: 'PATCH', agent: keep, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', reject);
      request.end(piece);
    });
  const file = await open(path.join(await lab.scratch('log'), 'log'), 'w');
  let [ours, reference] = [0, 0];
  for (let from = 0; from < pieces; from += PIECES_AT_ONCE) {
    ours += await timed(async () => {
      for (let index = from; index < from + PIECES_AT_ONCE; index++) {
        const status = await append(index * piece.length);
        if (status !== 202) throw new Error(`the piece ${index} of the log was answered ${status}`);
      }
    });
    reference += await timed(async () => {
      for (let index = 0; index < PIECES_AT_ONCE; index++) {
        await file.write(piece);
        await file.datasync();
      }
    });
  }
  await file.close();
  let checksum = 0;
  for (let index = 0; index < pieces; index++) checksum = crc32(piece, checksum);
  const output = { checksum: `crc32:${checksum.toString(16).padStart(8, '0')}`, bytesize: pieces * piece.length };
  await service.rest('PUT', `/jobs/${job.id}`, { token: job.token, state: 'success', output });
  keep.destroy();
  const what = `log of ${Math.round((pieces * piece.length) / MIB)} MB in ${pieces} pieces ÷ appending to a synced file`;
  return { id: 'R18', what, unit: 'ms', ours, reference, goal: 3 };
}

async function* content(megabytes: number): AsyncGenerator<Buffer> {
  const block = randomBytes(MIB);
  for (let at = 0; at < megabytes; at++) yield block;
}

function send(address: string, headers: http.OutgoingHttpHeaders, body: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    pipeline(body, request).catch(reject);
  });
}

function receive(address: string, headers: http.OutgoingHttpHeaders): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(address, { agent: false, headers }, (response) => {
      let size = 0;
      response.on('data', (part: Buffer) => (size += part.length));
      response.on('end', () => resolve(size));
    });
    request.on('error', reject);
  });
}

/** What a bare server does with a file: hashes it and writes it, and sends it again. */
async function bareServer(file: string): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const hash = createHash('sha256');
    if (request.method === 'GET') return void open(file).then((opened) => opened.createReadStream().pipe(response));
    request.on('data', (part: Buffer) => hash.update(part));
    const written = pipeline(request, createWriteStream(file, { flush: true }));
    void written.then(() => response.writeHead(201).end(hash.digest('hex')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A file of a job of 1 GB up and down ÷ the same with a bare server, and the memory that it takes. */
async function largeArtifact(lab: Lab, stage: Stage): Promise<Measured[]> {
  const { service } = stage;
  const megabytes = lab.isQuick ? 200 : 1_000;
  const file = path.join(await lab.scratch('artifact'), 'file');
  const server = await bareServer(file);
  const bare = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const edge = 'edge-of-a-part';
  const form = async function* () {
    yield Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n`);
    yield* content(megabytes);
    yield Buffer.from(`\r\n--${edge}--\r\n`);
  };
  const before = residentMemory(service.pid).now;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMemory(service.pid).now)), 50);
  const up: number[] = [];
  const bareUp: number[] = [];
  const down: number[] = [];
  const bareDown: number[] = [];
  for (let round = 0; round < 3; round++) {
    const job = await take(stage);
    const headers = { 'job-token': job.token, 'content-type': `multipart/form-data; boundary=${edge}` };
    const address = `${service.url}/api/v4/jobs/${job.id}/artifacts`;
    const sent = async () => {
      const status = await send(address, headers, Readable.from(form(), { objectMode: false }));
      if (status !== 201) throw new Error(`the file was answered ${status}`);
    };
    up.push(await timed(sent));
    bareUp.push(await timed(() => send(bare, {}, Readable.from(content(megabytes), { objectMode: false }))));
    const stored = `${service.url}/api/v4/projects/${stage.projectId}/jobs/${job.id}/artifacts`;
    down.push(
      await timed(async () => {
        const size = await receive(stored, { 'private-token': service.token });
        if (size !== megabytes * MIB) throw new Error(`${size} bytes were downloaded`);
      }),
    );
    bareDown.push(await timed(() => receive(bare, {})));
    await service.rest('PUT', `/jobs/${job.id}`, { token: job.token, state: 'success' });
    await service.rest('DELETE', `/projects/${stage.projectId}/jobs/${job.id}/artifacts`);
  }
  clearInterval(watch);
  server.close();
  await rm(file, { force: true });
  const size = `${megabytes} MB of a job`;
  const row = { id: 'R18', unit: 'ms' as const, goal: 1.2 };
  return [
    {
      ...row,
      what: `upload ${size} ÷ a bare server that hashes and writes`,
      ours: median(up),
      reference: median(bareUp),
    },
    { ...row, what: `download ${size} ÷ a bare server`, ours: median(down), reference: median(bareDown) },
    { id: 'R18', what: `memory that it takes ÷ 100 MB`, unit: 'MB', ours: peak - before, reference: 100, goal: 1 },
  ];
}

/** Opens a project with one job and measures there. */
function benchmark(id: string, measure: (lab: Lab, stage: Stage, databaseUrl: string) => Promise<Row[]>): Benchmark {
  return {
    id,
    async measure(lab) {
      const service = await lab.service();
      await service.rest('PUT', '/application/settings?max_artifacts_size=2000').catch(() => undefined);
      const databaseUrl = await service.databaseUrl();
      const db = new pg.Client(databaseUrl);
      await db.connect();
      try {
        return await measure(lab, await openProject(service, db, 'a: { script: [make] }\n'), databaseUrl);
      } finally {
        await db.end();
      }
    },
  };
}

export const jobs = benchmark('R18', async (lab, stage, databaseUrl) => [
  await pickup(lab, stage, databaseUrl),
  await manyJobs(lab, stage.service, stage.db),
]);
export const jobLogs = benchmark('R18-LOG', async (lab, stage) => [await longLog(lab, stage)]);
export const jobArtifacts = benchmark('R18-FILES', largeArtifact);
export const waitingRunners = benchmark('R18-IDLE', idleRunners);
