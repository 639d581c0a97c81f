import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { PULL_POLICIES } from './docker-names.ts';
import { runRunner } from './run.ts';

const HELP = `Usage: npx tributary runner --url URL --token TOKEN [--executor shell|docker] [--concurrent 1] [--folder FOLDER]

Takes CI/CD jobs from a Tributary (or another service with the same runner protocol) and runs them on this machine.

  --url URL         Address of the service. Also TRIBUTARY_RUNNER_URL.
  --token TOKEN     Token of the runner. Better set TRIBUTARY_RUNNER_TOKEN: other users see the arguments of a process.
  --executor NAME   shell (default): on this machine, isolated by bubblewrap where bwrap is installed.
                    docker: in a container of the image of the job.
  --image NAME      docker: image of jobs that name none.
  --pull-policy P   docker: always (default), if-not-present or never, for jobs that say nothing about it.
  --allow-pull-policy P
                    docker: jobs may choose this pull policy too. May be repeated. A job that wants another one fails.
  --cache URL       Where caches are: s3://bucket/prefix?endpoint=…&region=…, with the usual AWS variables for the
                    credentials. Without it they are in the folder.
  --hide PATH       shell: isolated jobs do not see this file or folder. May be repeated.
  --concurrent N    Jobs at the same time; 1 by default.
  --folder FOLDER   Where sources and caches are kept; ~/.tributary-runner by default.

Ctrl-C once: no new jobs, those that run are ended in order. Twice: they are stopped.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    executor: { type: 'string', default: 'shell' },
    image: { type: 'string' },
    'pull-policy': { type: 'string', default: 'always' },
    'allow-pull-policy': { type: 'string', multiple: true, default: [] },
    cache: { type: 'string' },
    hide: { type: 'string', multiple: true, default: [] },
    concurrent: { type: 'string', default: '1' },
    folder: { type: 'string', default: path.join(homedir(), '.tributary-runner') },
    help: { type: 'boolean', default: false },
  },
});
const url = values.url ?? process.env['TRIBUTARY_RUNNER_URL'];
const token = values.token ?? process.env['TRIBUTARY_RUNNER_TOKEN'];
const concurrent = Number(values.concurrent);
const executor = (['shell', 'docker'] as const).find((name) => name === values.executor);
const pullPolicy = PULL_POLICIES.find((name) => name === values['pull-policy']);
const allowedPullPolicies = PULL_POLICIES.filter((name) => values['allow-pull-policy'].includes(name));
const isPolicyUnknown = values['allow-pull-policy'].some((name) => !PULL_POLICIES.some((policy) => policy === name));
const isComplete = executor && pullPolicy && !isPolicyUnknown;
const say = (line: string) => void process.stderr.write(`${line}\n`);

if (values.help || !url || !token || !Number.isSafeInteger(concurrent) || concurrent < 1 || !isComplete) {
  say(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  const [finish, stop] = [new AbortController(), new AbortController()];
  const onSignal = () => {
    if (finish.signal.aborted) stop.abort();
    else say('No new jobs are taken. The runner ends when the jobs that run have ended.');
    finish.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  delete process.env['TRIBUTARY_RUNNER_TOKEN'];
  try {
    const { folder, image, cache, hide } = values;
    const hidden = hide.map((name) => path.resolve(name));
    const options = { url, token, concurrent, folder, executor, image, pullPolicy, allowedPullPolicies, cache, hidden };
    await runRunner(options, say, { finish: finish.signal, stop: stop.signal });
    process.exit(0);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
