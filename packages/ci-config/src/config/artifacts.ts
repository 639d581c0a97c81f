import { parseDuration } from '../text/duration.ts';
import type { Field } from './field.ts';
import type { ArtifactsConfig, CacheConfig, ReportConfig, ReportKind } from './model.ts';

const ARTIFACT_KEYS = [
  'paths',
  'exclude',
  'name',
  'untracked',
  'when',
  'expire_in',
  'expose_as',
  'public',
  'access',
  'reports',
];
const CACHE_KEYS = ['key', 'paths', 'untracked', 'unprotect', 'policy', 'when', 'fallback_keys'];
const UPLOAD_WHEN = ['on_success', 'on_failure', 'always'] as const;
const ACCESS = ['none', 'developer', 'maintainer', 'all'] as const;
const MAX_CACHES = 4;
const MAX_FALLBACK_KEYS = 5;
const MAX_KEY_FILES = 2;

export const REPORT_KINDS: readonly ReportKind[] = [
  'accessibility',
  'annotations',
  'api_fuzzing',
  'browser_performance',
  'cluster_image_scanning',
  'codequality',
  'container_scanning',
  'coverage_fuzzing',
  'coverage_report',
  'cyclonedx',
  'dast',
  'dependency_scanning',
  'dotenv',
  'junit',
  'license_scanning',
  'load_performance',
  'lsif',
  'metrics',
  'performance',
  'repository_xray',
  'requirements',
  'requirements_v2',
  'sarif',
  'sast',
  'secret_detection',
  'terraform',
];

export function readArtifacts(field: Field): ArtifactsConfig | null {
  if (!field.isPresent || !field.isMap(ARTIFACT_KEYS)) return null;
  const paths = field.get('paths').strings() ?? [];
  const expireIn = field.get('expire_in').text() ?? null;
  return {
    paths,
    exclude: field.get('exclude').strings() ?? [],
    name: field.get('name').string() ?? null,
    untracked: field.get('untracked').boolean() ?? false,
    when: field.get('when').oneOf(UPLOAD_WHEN) ?? 'on_success',
    expireIn,
    expireInSeconds: readExpiry(field.get('expire_in'), expireIn),
    exposeAs: readExposeAs(field, paths),
    access: readAccess(field),
    reports: readReports(field.get('reports')),
  };
}

function readExpiry(field: Field, text: string | null): number | null {
  if (text === null || text === 'never') return null;
  const seconds = parseDuration(text);
  if (seconds === undefined) field.failValue('should be a duration', 'a duration such as 1 week, or never');
  return seconds ?? null;
}

/** Exposed artifacts are linked by path, so that patterns and variables cannot be exposed. */
function readExposeAs(field: Field, paths: readonly string[]): string | null {
  const exposed = field.get('expose_as');
  const name = exposed.string();
  if (name === undefined) return null;
  if (name.length > 100) exposed.failValue('is too long (maximum is 100 characters)', 'at most 100 characters');
  if (!/^[\w -]+$/.test(name)) exposed.failValue("can contain only letters, digits, '-', '_' and spaces");
  if (paths.length === 0) field.get('paths').failValue("can't be blank", 'paths to expose');
  if (paths.some((path) => path.includes('*')))
    field.get('paths').failValue("can't contain '*' when used with 'expose_as'", 'paths without patterns');
  return name;
}

function readAccess(field: Field): ArtifactsConfig['access'] {
  const isPublic = field.get('public').boolean();
  const access = field.get('access').oneOf(ACCESS);
  if (isPublic !== undefined && access !== undefined)
    field.fail("may only contain one of 'public' and 'access'", 'access');
  return access ?? (isPublic === false ? 'developer' : 'all');
}

function readReports(field: Field): ReportConfig[] {
  if (!field.isPresent || !field.isMap(REPORT_KINDS)) return [];
  return REPORT_KINDS.filter((kind) => field.get(kind).isPresent).flatMap((kind): ReportConfig[] => {
    const report = field.get(kind);
    if (kind === 'coverage_report') return readCoverageReport(report);
    const paths = report.strings({ single: true, wrongType: 'should be an array of strings or a string' });
    return paths ? [{ kind, paths, format: null }] : [];
  });
}

function readCoverageReport(field: Field): ReportConfig[] {
  if (!field.isMap(['coverage_format', 'path'])) return [];
  if (!field.get('path').isPresent) field.get('path').failValue("can't be blank", 'the path of the report');
  if (!field.get('coverage_format').isPresent)
    field.get('coverage_format').failValue("can't be blank", 'cobertura or jacoco');
  const format = field.get('coverage_format').oneOf(['cobertura', 'jacoco']);
  const path = field.get('path').string();
  return format && path ? [{ kind: 'coverage_report', paths: [path], format }] : [];
}

export function readCaches(field: Field): CacheConfig[] | null {
  if (!field.isPresent) return null;
  const items = field.items();
  if (items.length > MAX_CACHES)
    field.fail(`config no more than ${MAX_CACHES} caches can be created`, `at most ${MAX_CACHES} caches`);
  return items.flatMap((item) => readCache(item) ?? []);
}

function readCache(field: Field): CacheConfig | null {
  // An empty mapping turns off the default cache.
  if (field.node?.kind === 'map' && field.entries().length === 0) return null;
  if (!field.isMap(CACHE_KEYS, 'config should be a hash or an array of hashes')) return null;
  const fallbackKeys = field.get('fallback_keys').strings() ?? [];
  if (fallbackKeys.length > MAX_FALLBACK_KEYS)
    field.get('fallback_keys').failValue(`is too long (maximum is ${MAX_FALLBACK_KEYS} items)`);
  const policy = field.get('policy').string() ?? 'pull-push';
  if (!['pull-push', 'push', 'pull'].includes(policy) && !policy.includes('$'))
    field.get('policy').failValue('should be a variable or one of: pull-push, push, pull', 'pull-push, push or pull');
  return {
    key: readCacheKey(field.get('key')),
    paths: field.get('paths').strings() ?? [],
    untracked: field.get('untracked').boolean() ?? false,
    unprotect: field.get('unprotect').boolean() ?? false,
    policy,
    when: field.get('when').oneOf(UPLOAD_WHEN) ?? 'on_success',
    fallbackKeys,
  };
}

function readCacheKey(field: Field): CacheConfig['key'] {
  if (field.node?.kind !== 'map') {
    const key = field.text() ?? 'default';
    if (/^\.+$/.test(key)) field.fail('config cannot be . or ..', 'another key');
    else if (/\/|%2f/i.test(key)) field.fail('config cannot contain the "/" character', 'a key without slashes');
    return key;
  }
  if (!field.isMap(['files', 'files_commits', 'prefix'])) return 'default';
  const byCommit = field.has('files_commits');
  const filesField = field.get(byCommit ? 'files_commits' : 'files');
  const files = filesField.strings() ?? [];
  if (files.length === 0 || files.length > MAX_KEY_FILES)
    filesField.fail(
      `config has too ${files.length === 0 ? 'few' : 'many'} items (${files.length === 0 ? 'minimum is 1' : `maximum is ${MAX_KEY_FILES}`})`,
      '1 or 2 paths',
    );
  return { files, byCommit, prefix: field.get('prefix').text() ?? null };
}
