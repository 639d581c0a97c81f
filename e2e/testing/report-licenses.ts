import type { RunningServer } from './running-server.ts';
import type { Project, TestUser } from './world.ts';

/** The configuration of a job that reports licenses. */
export const LICENSE_JOB =
  'licenses:\n  script: ["true"]\n  artifacts:\n    reports:\n      license_scanning: report.json\n';

/** Takes the waiting job of the project as a runner does, reports these licenses, and ends it. Gives the status of the upload. */
export async function reportLicenses(
  server: Pick<RunningServer, 'url'>,
  owner: TestUser,
  project: Project,
  names: readonly string[],
): Promise<number> {
  const runner = await owner.rest.post<{ token: string }>('/user/runners', {
    runner_type: 'project_type',
    project_id: project.id,
  });
  const api = `${server.url}/api/v4`;
  const json = { 'content-type': 'application/json' };
  const taken = await fetch(`${api}/jobs/request`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token: runner.token, info: { name: 'test', executor: 'shell' } }),
  });
  const { id, token } = (await taken.json()) as { id: number; token: string };
  const form = new FormData();
  const licenses = names.map((name) => ({ id: name, name }));
  form.append('file', new Blob([JSON.stringify({ licenses, dependencies: [] })]), 'report.json');
  const query = new URLSearchParams({ artifact_type: 'license_scanning', artifact_format: 'raw' }).toString();
  const sent = await fetch(`${api}/jobs/${id}/artifacts?${query}`, {
    method: 'POST',
    headers: { 'job-token': token },
    body: form,
  });
  await fetch(`${api}/jobs/${id}`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ token, state: 'success' }),
  });
  return sent.status;
}
