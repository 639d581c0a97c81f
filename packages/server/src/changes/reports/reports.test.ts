import type {
  CoverageAnswer,
  QualityComparison,
  QualityDiffAnswer,
} from '@tributary/contract/merge-requests/reports.ts';
import type { ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import { fetchFrom } from '@tributary/git';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createPipeline, reportOnCommit, uploadJobFile } from '../../ci/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app);
});
afterAll(() => app.close());

const BEFORE = 'one\ntwo\nthree\n';

async function build(): Promise<{ project: BuiltProject; row: MergeRequestRow; head: string; base: string }> {
  const project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'a.ts': BEFORE, 'b.ts': 'b\n' },
  });
  const base = (await project.repository.git('rev-parse', 'main')).trim();
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.ts': `${BEFORE}four\nfive\n` } });
  await app.runJobs();
  return { project, row, base, head: row.head_sha ?? '' };
}

const upload = (project: BuiltProject, commit: string, kind: ReportKind, text: string) =>
  reportOnCommit(app, { project, commit, kind, text, by: owner });

const cobertura = (...files: [path: string, hits: number][]) =>
  `<coverage><packages><package><classes>${files
    .map(([path, hits]) => `<class filename="${path}"><lines><line number="4" hits="${hits}"/></lines></class>`)
    .join('')}</classes></package></packages></coverage>`;

const finding = (fingerprint: string, line: number, path = 'a.ts') => ({
  description: `Finding ${fingerprint}`,
  fingerprint,
  severity: 'major',
  location: { path, lines: { begin: line } },
});

const get = (project: BuiltProject, row: MergeRequestRow, name: string, person = owner) =>
  server.inject({ url: `/${project.full_path}/-/merge_requests/${row.iid}/${name}`, headers: person.headers });

test('coverage: nothing, then being read, then the hits of the changed files', async () => {
  const { project, row, head } = await build();
  const none = await get(project, row, 'coverage_reports.json');
  expect([none.statusCode, none.body, none.headers['poll-interval']]).toEqual([204, '', undefined]);
  await upload(project, head, 'coverage', cobertura(['a.ts', 3], ['b.ts', 1]));
  const pending = await get(project, row, 'coverage_reports.json');
  expect([pending.statusCode, pending.headers['poll-interval']]).toEqual([204, '3000']);
  await app.runJobs();
  const ready = await get(project, row, 'coverage_reports.json');
  expect([ready.statusCode, ready.json<CoverageAnswer>()]).toEqual([200, { files: { 'a.ts': { 4: 3 } } }]);
  await upload(project, head, 'coverage', 'no report');
  await app.runJobs();
  const failed = await get(project, row, 'coverage_reports.json');
  expect(failed.statusCode).toBe(400);
  expect(failed.json().status_reason).toContain('not well-formed XML');
});

test.runIf(IS_FULL)('what is told of a file whose name is no UTF-8 is found under its path', async () => {
  const path = '//caf%E9.ts';
  const project = await createProject(app, { owner: owner.user, files: { 'README.md': '#\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { [path]: `${BEFORE}four\n` } });
  await app.runJobs();
  await upload(project, row.head_sha ?? '', 'coverage', cobertura(['caf\ufffd.ts', 2]));
  await upload(project, row.head_sha ?? '', 'codequality', JSON.stringify([finding('odd', 4, 'caf\ufffd.ts')]));
  await app.runJobs();
  expect((await get(project, row, 'coverage_reports.json')).json()).toEqual({ files: { [path]: { 4: 2 } } });
  const quality = (await get(project, row, 'codequality_mr_diff_reports.json')).json<QualityDiffAnswer>();
  expect(quality.files[path]).toEqual([{ line: 4, description: 'Finding odd', severity: 'major' }]);
});

test('code quality: what the change brought, against the report on where it began', async () => {
  const { project, row, head, base } = await build();
  const missing = await get(project, row, 'codequality_mr_diff_reports.json');
  expect(missing.statusCode).toBe(400);
  expect(missing.json()).toEqual({ status_reason: 'This merge request does not have codequality reports' });
  await upload(
    project,
    head,
    'codequality',
    JSON.stringify([finding('old', 1), finding('new', 5), finding('far', 1, 'b.ts')]),
  );
  const pending = await get(project, row, 'codequality_reports.json');
  expect([pending.statusCode, pending.headers['poll-interval']]).toEqual([204, '3000']);
  await upload(project, base, 'codequality', JSON.stringify([finding('old', 2), finding('gone', 3)]));
  await app.runJobs();
  const diff = await get(project, row, 'codequality_mr_diff_reports.json');
  expect([diff.statusCode, diff.json<QualityDiffAnswer>()]).toEqual([
    200,
    { files: { 'a.ts': [{ line: 5, description: 'Finding new', severity: 'major' }] } },
  ]);
  const compared = (await get(project, row, 'codequality_reports.json')).json<QualityComparison>();
  expect(compared).toMatchObject({
    status: 'failed',
    new_errors: [
      {
        fingerprint: 'new',
        file_path: 'a.ts',
        line: 5,
        engine_name: null,
        web_url: expect.stringContaining(`/-/blob/${head}/a.ts#L5`),
      },
      { fingerprint: 'far' },
    ],
    resolved_errors: [{ fingerprint: 'gone' }],
    existing_errors: [{ fingerprint: 'old' }],
    summary: { total: 3, resolved: 1, errored: 2 },
  });
});

test.runIf(IS_FULL)('without a report to compare with only what stands on added lines is new', async () => {
  const { project, row, head } = await build();
  await upload(project, head, 'codequality', JSON.stringify([finding('kept', 1), finding('own', 4)]));
  await app.runJobs();
  const diff = await get(project, row, 'codequality_mr_diff_reports.json');
  expect(diff.json<QualityDiffAnswer>().files['a.ts']?.map((mark) => mark.line)).toEqual([4]);
  const compared = (await get(project, row, 'codequality_reports.json')).json<QualityComparison>();
  expect(compared).toMatchObject({ status: 'not_found', new_errors: [], summary: { total: 2, errored: 0 } });
});

test.runIf(IS_FULL)('so it is in a file with more changed lines than are held in memory', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.ts': BEFORE } });
  const large = Array.from({ length: 17 }, (_, at) => String.fromCodePoint(97 + at).repeat(1_024 * 1_024));
  const files = { 'a.ts': `${BEFORE}${large.join('\n')}\nlast\n` };
  const row = await createMergeRequest(app, { project, author: owner, files });
  await app.runJobs();
  const findings = [finding('kept', 1), finding('first', 4), finding('last', 21), finding('beyond', 22)];
  await upload(project, row.head_sha ?? '', 'codequality', JSON.stringify(findings));
  await app.runJobs();
  const diff = await get(project, row, 'codequality_mr_diff_reports.json');
  expect(diff.json<QualityDiffAnswer>().files['a.ts']?.map((mark) => mark.line)).toEqual([4, 21]);
});

test.runIf(IS_FULL)(
  'each version shows what was measured on it, and the page says whether there is anything',
  async () => {
    const { project, row, head } = await build();
    const page = async () =>
      (
        await server.inject({
          url: `/-/page/${project.full_path}/-/merge_requests/${row.iid}/diffs`,
          headers: owner.headers,
        })
      ).json().data.reports;
    expect(await page()).toMatchObject({ coverageOf: [], qualityOf: [] });
    await upload(project, head, 'coverage', cobertura(['a.ts', 3]));
    await pushCommit(app, { project, branch: row.source_branch, files: { 'c.ts': 'c\n' }, by: owner });
    await app.runJobs();
    expect(await page()).toMatchObject({ coverageOf: [head], qualityOf: [] });
    expect((await get(project, row, 'coverage_reports.json')).statusCode).toBe(204);
    const versions = (await get(project, row, 'diffs_metadata.json')).json().merge_request_diffs as {
      id: number;
      latest: boolean;
    }[];
    const first = versions.find((version) => !version.latest);
    const older = await get(project, row, `coverage_reports.json?diff_id=${first?.id}`);
    expect(older.json()).toEqual({ files: { 'a.ts': { 4: 3 } } });
  },
);

test('a report in a fork is shown to those who may read the fork', async () => {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.ts': BEFORE } });
  const reviewer = await createUser(app);
  await addMember(app, { project, user: reviewer.user, level: 30 });
  const columns = { forked_from_id: project.id };
  const fork = await createProject(app, { owner: owner.user, visibility: 'private', columns });
  const main = await tipOf(project, 'main');
  await fetchFrom(fork.repository.dir, project.repository.dir, [main]);
  await fork.repository.git('update-ref', 'refs/heads/main', main);
  const files = { 'a.ts': `${BEFORE}four\n` };
  const row = await createMergeRequest(app, { project, source: fork, author: owner, files });
  await upload(fork, row.head_sha ?? '', 'coverage', cobertura(['a.ts', 3]));
  await app.runJobs();
  expect((await get(project, row, 'coverage_reports.json')).statusCode).toBe(200);
  expect((await get(project, row, 'coverage_reports.json', reviewer)).statusCode).toBe(204);
});

test('who may not see the request sees nothing of its reports', async () => {
  const { project, row, head } = await build();
  await upload(project, head, 'coverage', cobertura(['a.ts', 3]));
  await app.runJobs();
  const outsider = await createUser(app);
  for (const name of ['coverage_reports', 'codequality_reports', 'codequality_mr_diff_reports']) {
    expect((await get(project, row, `${name}.json`, outsider)).statusCode).toBe(404);
  }
});

type Tests = Record<string, 'success' | 'failed'>;

/** A pipeline with one job that tests, as far as its report is uploaded. */
async function runTests(
  project: BuiltProject,
  { sha, ref, tests }: { sha: string; ref: string; tests: Tests | string },
) {
  const stages = { test: [{ name: 'unit', status: 'running' as const }] };
  const { jobs } = await createPipeline(app, { project_id: project.id, sha, ref, stages });
  const cases = Object.entries(tests).map(
    ([name, status]) =>
      `<testcase name="${name}" classname="c">${status === 'failed' ? '<failure>x</failure>' : ''}</testcase>`,
  );
  const jobId = jobs[0]?.id ?? 0;
  await uploadJobFile(app, jobId, 'junit', `<testsuite>${cases.join('')}</testsuite>`);
  return jobId;
}

test('the widget compares the tests of the newest pipeline with those of the target branch', async () => {
  const { project, row, base, head } = await build();
  const get = (name: string) =>
    server.inject({
      url: `/${project.full_path}/-/merge_requests/${row.iid}/${name}`,
      headers: owner.headers,
    });
  expect((await get('test_reports.json')).statusCode).toBe(400);
  expect((await get('widget.json')).json().enabled_reports).toEqual([]);
  for (let round = 0; round < 2; round += 1) {
    await runTests(project, { sha: base, ref: 'main', tests: { stays: 'failed', heals: 'failed', breaks: 'success' } });
  }
  const jobId = await runTests(project, {
    sha: head,
    ref: row.source_branch,
    tests: { stays: 'failed', heals: 'success', breaks: 'failed', added: 'success' },
  });
  const waiting = await get('test_reports.json');
  expect([waiting.statusCode, waiting.headers['poll-interval']]).toEqual([204, '3000']);
  await app.runJobs();
  expect((await get('widget.json')).json().enabled_reports).toEqual([
    { kind: 'test', path: `/${project.full_path}/-/merge_requests/${row.iid}/test_reports.json` },
  ]);
  expect((await get('test_reports.json')).json()).toMatchObject({
    status: 'failed',
    summary: { total: 4, failed: 2, resolved: 1, errored: 0 },
    suites: [
      {
        name: 'unit',
        status: 'failed',
        new_failures: [{ name: 'breaks', system_output: 'x', recent_failures: null }],
        existing_failures: [{ name: 'stays', recent_failures: { count: 2, base_branch: 'main' } }],
        resolved_failures: [{ name: 'heals' }],
        suite_errors: null,
      },
    ],
  });

  // Reports of other tools are read when they are asked for.
  await uploadJobFile(app, jobId, 'terraform', '{"create":1,"update":2,"delete":0}');
  await uploadJobFile(app, jobId, 'metrics', '# HELP size\nsize_bytes{part="js"} 120\n');
  await uploadJobFile(app, jobId, 'sast', 'not JSON');
  const kinds = (await get('widget.json')).json().enabled_reports.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['test', 'metrics', 'terraform', 'security']);
  expect((await get('terraform_reports.json')).json().plans).toMatchObject([
    { job_name: 'unit', create: 1, update: 2 },
  ]);
  expect((await get('metrics_reports.json')).json().new_metrics).toEqual([
    { name: 'size_bytes{part="js"}', value: '120', previous_value: null },
  ]);
  const broken = await get('security_reports.json');
  expect([broken.statusCode, broken.json()]).toEqual([400, { status_reason: 'The report is not valid JSON.' }]);
  expect((await get('accessibility_reports.json')).statusCode).toBe(400);
  const graphql = async (query: string, headers: Record<string, string> = owner.headers) =>
    (await server.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })).json();
  const compared = async () => {
    const query = `{ project(fullPath: "${project.full_path}") { mergeRequest(iid: "${row.iid}") {
      canReadVulnerabilities hasSecurityReports policyViolations { violationsCount }
      sast: findingReportsComparer(reportType: SAST) {
        status statusReason report { baseReportOutOfDate added { uuid title severity foundByPipelineIid } fixed { title } } }
      dast: findingReportsComparer(reportType: DAST) { status statusReason report { added { title } } } } } }`;
    return (await graphql(query)).data.project.mergeRequest;
  };
  expect(await compared()).toMatchObject({
    canReadVulnerabilities: true,
    hasSecurityReports: true,
    policyViolations: null,
    sast: { status: 'ERROR', statusReason: 'The report is not valid JSON.', report: null },
  });
  const vulnerabilities = [{ name: 'Weak hash', severity: 'High', location: { file: 'a.ts', start_line: 2 } }];
  await app.system.db.deleteFrom('ci_job_artifacts').where('job_id', '=', jobId).where('type', '=', 'sast').execute();
  await uploadJobFile(app, jobId, 'sast', JSON.stringify({ vulnerabilities }));
  expect(await compared()).toMatchObject({
    sast: { status: 'PARSED', report: { added: [{ title: 'Weak hash', severity: 'HIGH' }], fixed: [] } },
    dast: { status: 'ERROR', report: null },
  });
  // One that cannot be read says nothing of the other types.
  await uploadJobFile(app, jobId, 'dast', 'not JSON');
  expect(await compared()).toMatchObject({
    sast: { status: 'PARSED' },
    dast: { status: 'ERROR', statusReason: 'The report is not valid JSON.' },
  });
  const fields = Array.from({ length: 15 }, (_, at) => `r${at}: findingReportsComparer(reportType: SAST) { status }`);
  const many = `{ project(fullPath: "${project.full_path}") { mergeRequest(iid: "${row.iid}") { ${fields.join(' ')} } } }`;
  expect((await graphql(many)).errors).toHaveLength(1);

  // Whoever may not read files of jobs sees no report in them either.
  const seen = async () => {
    const at = `/${project.full_path}/-/merge_requests/${row.iid}`;
    const answers = ['terraform_reports.json', 'test_reports.json'].map((name) =>
      server.inject({ url: `${at}/${name}` }),
    );
    const widget = await server.inject({ url: `${at}/widget.json` });
    return [...(await Promise.all(answers)).map(({ statusCode }) => statusCode), widget.json().enabled_reports.length];
  };
  const change = (payload: object) =>
    server.inject({ method: 'PUT', url: `/api/v4/projects/${project.id}`, headers: owner.headers, payload });
  await change({ visibility: 'public', public_jobs: false });
  expect(await seen()).toEqual([400, 400, 0]);
  const rights = `{ project(fullPath: "${project.full_path}") { mergeRequest(iid: "${row.iid}") {
    canReadVulnerabilities hasSecurityReports } } }`;
  expect((await graphql(rights, {})).data.project.mergeRequest).toEqual({
    canReadVulnerabilities: false,
    hasSecurityReports: false,
  });
  await change({ public_jobs: true });
  expect(await seen()).toEqual([200, 200, 4]);
  await app.system.db
    .updateTable('ci_jobs')
    .set({ options: JSON.stringify({ artifacts: { access: 'developer' } }) })
    .where('id', '=', jobId)
    .execute();
  expect(await seen()).toEqual([400, 400, 0]);
  expect((await get('terraform_reports.json')).statusCode).toBe(200);
});
