import { crc32, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

export type DemoJob = { id: number; token: string; job_info: { name: string }; git_info: { sha: string } };

/** A file that a job leaves: an archive of files, or a test report. */
export type DemoArtifact =
  | { kind: 'archive'; files: Readonly<Record<string, string>>; expireIn: string }
  | { kind: 'junit'; xml: string };

/** What happens in a job: its log, its files and how it ends. */
export type JobScript = {
  log: string;
  artifacts: readonly DemoArtifact[];
  state: 'success' | 'failed';
  exitCode: number;
};

/** A runner of the demo: it takes real jobs by the runner protocol and tells how they went, without running anything. */
export type DemoRunner = {
  take(): Promise<DemoJob | undefined>;
  play(job: DemoJob, script: JobScript): Promise<void>;
};

const BOUNDARY = 'end-of-the-part';
const INFO = { name: 'demo-runner', version: '18.5.0', platform: 'linux', architecture: 'amd64', executor: 'docker' };

export function createDemoRunner(server: FastifyInstance, token: string): DemoRunner {
  const send = async (
    method: 'POST' | 'PATCH' | 'PUT',
    path: string,
    [headers, payload]: [headers: Record<string, string>, payload: object | Buffer],
  ) => {
    const answer = await server.inject({ method, url: `/api/v4/jobs${path}`, headers, payload });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  };
  const upload = async (job: DemoJob, artifact: DemoArtifact) => {
    const isArchive = artifact.kind === 'archive';
    const content = isArchive ? storedZip(artifact.files) : gzipSync(artifact.xml);
    const query = new URLSearchParams({
      artifact_type: artifact.kind,
      artifact_format: isArchive ? 'zip' : 'gzip',
      ...(isArchive && { expire_in: artifact.expireIn }),
    });
    const name = isArchive ? 'artifacts.zip' : 'junit.xml.gz';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    const headers = { 'job-token': job.token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    await send('POST', `/${job.id}/artifacts?${query.toString()}`, [headers, body]);
  };
  return {
    async take() {
      const answer = await send('POST', '/request', [{}, { token, system_id: 's_demo', info: INFO }]);
      return answer.statusCode === 201 ? answer.json<DemoJob>() : undefined;
    },
    async play(job, { log, artifacts, state, exitCode }) {
      const text = Buffer.from(log);
      const range = `0-${text.length - 1}`;
      const headers = { 'job-token': job.token, 'content-type': 'text/plain', 'content-range': range };
      await send('PATCH', `/${job.id}/trace`, [headers, text]);
      for (const artifact of artifacts) await upload(job, artifact);
      const checksum = `crc32:${crc32(text).toString(16).padStart(8, '0')}`;
      const failure = state === 'failed' && { failure_reason: 'script_failure' };
      const end = {
        token: job.token,
        state,
        exit_code: exitCode,
        output: { checksum, bytesize: text.length },
        ...failure,
      };
      await send('PUT', `/${job.id}`, [{}, end]);
    },
  };
}

/** An archive of files that are not compressed. */
function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    // Version 2.0, names in UTF-8, stored, 1 January 2025; checksum, both sizes and the length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE((45 << 9) | (1 << 5) | 1, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(0o100644 * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), facts, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}
