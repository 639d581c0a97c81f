import type { ImageConfig, ServiceConfig } from '@tributary/ci-config';
import type { JobOptions } from '../../rules/job-options.ts';

const AFTER_SCRIPT_SECONDS = 300;

/** The commands of a job as the runner protocol has them. */
export function jobSteps(options: Pick<JobOptions, 'script' | 'beforeScript' | 'afterScript'>, timeoutSeconds: number) {
  const script = [...options.beforeScript, ...options.script];
  const steps = [{ name: 'script', script, timeout: timeoutSeconds, when: 'on_success', allow_failure: false }];
  if (options.afterScript.length === 0) return steps;
  const after = { name: 'after_script', script: [...options.afterScript], timeout: AFTER_SCRIPT_SECONDS };
  return [...steps, { ...after, when: 'always', allow_failure: true }];
}

const executorOptions = ({ docker, kubernetes }: ImageConfig) => ({
  ...(docker && { docker }),
  ...(kubernetes && { kubernetes }),
});

export function jobImage(image: ImageConfig | null) {
  if (!image) return null;
  const { name, entrypoint, pullPolicy } = image;
  return { name, entrypoint, ports: [], executor_opts: executorOptions(image), pull_policy: pullPolicy };
}

export function jobServices(services: readonly ServiceConfig[]) {
  return services.map((service) => ({
    ...jobImage(service),
    alias: service.alias,
    command: service.command,
    variables: Object.entries(service.variables).map(([key, { value, expand }]) => ({ key, value, raw: !expand })),
  }));
}
