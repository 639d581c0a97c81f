import type { DemoService } from '../demo-service.ts';
import type { StoryClock } from '../story-clock.ts';

const DAY_MS = 86_400_000;

const LINT = `spec:
  inputs:
    stage:
      default: test
      description: The stage that the job is added to.
    command:
      default: npm run lint
      description: What checks the code.
    node_version:
      description: The version of Node.js that runs the command.
      options: ['20', '22', '24']
---
lint:
  stage: $[[ inputs.stage ]]
  image: node:$[[ inputs.node_version ]]
  script: $[[ inputs.command ]]
`;

const DEPLOY = `spec:
  inputs:
    environment:
      description: The environment that the job deploys to.
      regex: ^[a-z]+$
    is_manual:
      type: boolean
      default: true
      description: Whether somebody has to start the job.
---
deploy-$[[ inputs.environment ]]:
  stage: deploy
  script: ./deploy $[[ inputs.environment ]]
  environment: $[[ inputs.environment ]]
  rules:
    - when: manual
      if: '"$[[ inputs.is_manual ]]" == "true"'
    - when: on_success
`;

const README = `# CI components

Parts of pipelines that all our projects share.

| Component | What it does |
|---|---|
| \`lint\` | Checks the code |
| \`deploy\` | Deploys to an environment |

Each release follows [semantic versioning](https://semver.org).
`;

const COMPONENTS = {
  path: 'ci-components',
  name: 'CI components',
  description: 'Checks and deployments for the pipelines of all projects.',
};

type Commit = { file: string; action: 'create' | 'update'; content: string };

/** A project of the CI/CD catalog with two versions. */
export async function createDemoComponents(
  service: DemoService,
  { groupId, clock, present }: { groupId: number; clock: StoryClock; present: Date },
): Promise<void> {
  clock.goTo(new Date(present.getTime() - 8 * DAY_MS));
  const { id, path_with_namespace: fullPath } = await service.call<{ id: number; path_with_namespace: string }>(
    'ann',
    'POST',
    '/projects',
    { ...COMPONENTS, namespace_id: groupId, topics: ['ci'], visibility: 'public' },
  );
  const commit = (message: string, files: readonly Commit[]) =>
    service.call('ann', 'POST', `/projects/${id}/repository/commits`, {
      branch: 'main',
      commit_message: message,
      actions: files.map(({ file, action, content }) => ({ action, file_path: file, content })),
    });
  const release = (tag: string, description: string) =>
    service.call('ann', 'POST', `/projects/${id}/releases`, { tag_name: tag, ref: 'main', name: tag, description });
  await commit('Add a component that checks the code', [
    { file: 'README.md', action: 'create', content: README },
    { file: 'templates/lint.yml', action: 'create', content: LINT },
  ]);
  await release('1.0.0', 'The first version, with `lint`.');
  clock.goTo(new Date(present.getTime() - 3 * DAY_MS));
  await commit('Add a component that deploys', [
    { file: 'templates/deploy/template.yml', action: 'create', content: DEPLOY },
  ]);
  await release('1.1.0', 'Adds `deploy`.');
  await service.addToCatalog('ann', fullPath);
}
