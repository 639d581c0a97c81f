import type { ArtifactsConfig, ReportConfig } from '@tributary/ci-config';
import type { ArtifactFormat } from '../tables.ts';

type Kind = { format: ArtifactFormat; name: string };

/** Kinds of files that runners upload, each in one form, with the name the file gets. */
export const ARTIFACT_KINDS: Readonly<Record<string, Kind>> = {
  archive: { format: 'zip', name: 'artifacts.zip' },
  metadata: { format: 'gzip', name: 'metadata.gz' },
  trace: { format: 'raw', name: 'job.log' },
  junit: { format: 'gzip', name: 'junit.xml' },
  cobertura: { format: 'gzip', name: 'cobertura-coverage.xml' },
  jacoco: { format: 'gzip', name: 'jacoco-coverage.xml' },
  dotenv: { format: 'gzip', name: '.env' },
  metrics: { format: 'gzip', name: 'metrics.txt' },
  cyclonedx: { format: 'gzip', name: 'gl-sbom.cdx.json' },
  annotations: { format: 'gzip', name: 'gl-annotations.json' },
  repository_xray: { format: 'gzip', name: 'gl-repository-xray.json' },
  lsif: { format: 'zip', name: 'lsif.json' },
  accessibility: { format: 'raw', name: 'gl-accessibility.json' },
  api_fuzzing: { format: 'raw', name: 'gl-api-fuzzing-report.json' },
  browser_performance: { format: 'raw', name: 'browser-performance.json' },
  cluster_image_scanning: { format: 'raw', name: 'gl-cluster-image-scanning-report.json' },
  codequality: { format: 'raw', name: 'gl-code-quality-report.json' },
  container_scanning: { format: 'raw', name: 'gl-container-scanning-report.json' },
  coverage_fuzzing: { format: 'raw', name: 'gl-coverage-fuzzing.json' },
  dast: { format: 'raw', name: 'gl-dast-report.json' },
  dependency_scanning: { format: 'raw', name: 'gl-dependency-scanning-report.json' },
  license_scanning: { format: 'raw', name: 'gl-license-scanning-report.json' },
  load_performance: { format: 'raw', name: 'load-performance.json' },
  performance: { format: 'raw', name: 'performance.json' },
  requirements: { format: 'raw', name: 'requirements.json' },
  requirements_v2: { format: 'raw', name: 'requirements_v2.json' },
  sarif: { format: 'raw', name: 'gl-sarif-report.json' },
  sast: { format: 'raw', name: 'gl-sast-report.json' },
  secret_detection: { format: 'raw', name: 'gl-secret-detection-report.json' },
  terraform: { format: 'raw', name: 'tfplan.json' },
};

/** What the runner is told to upload; the field names are those of the protocol. */
export type ArtifactOrder = {
  name?: string;
  untracked?: boolean;
  paths: readonly string[];
  exclude?: readonly string[];
  when: string;
  expire_in: string | null;
  artifact_type: string;
  artifact_format: ArtifactFormat;
};

function reportOrder({ kind, paths, format }: ReportConfig, expireIn: string | null): ArtifactOrder {
  const type = kind === 'coverage_report' ? (format ?? 'cobertura') : kind;
  const known = ARTIFACT_KINDS[type];
  return {
    name: known?.name ?? type,
    paths,
    when: 'always',
    expire_in: expireIn,
    artifact_type: type,
    artifact_format: known?.format ?? 'raw',
  };
}

export function artifactOrders(config: ArtifactsConfig | null): ArtifactOrder[] {
  if (!config) return [];
  const { name, untracked, paths, exclude, when, expireIn } = config;
  const archive: ArtifactOrder[] =
    paths.length > 0 || untracked
      ? [
          {
            ...(name !== null && { name }),
            untracked,
            paths,
            exclude,
            when,
            expire_in: expireIn,
            artifact_type: 'archive',
            artifact_format: 'zip',
          },
        ]
      : [];
  return [...archive, ...config.reports.map((report) => reportOrder(report, expireIn))];
}
