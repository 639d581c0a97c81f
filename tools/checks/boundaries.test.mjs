import { describe, expect, it } from 'vitest';
import { checkBoundaries, refuseImport } from './boundaries.mjs';
import { sourceFile } from './sources.mjs';

const server = (path) => `packages/server/src/${path}`;
const refuse = (from, specifier, isType = false) => refuseImport(from, { specifier, isType, line: 1, names: '' });
const refuseServer = (from, specifier, isType) => refuse(server(from), specifier, isType);

describe('the ladder of the server', () => {
  it('lets a slice import the interface of a slice to its left', () => {
    expect(refuseServer('discussions/operations/create-note.ts', '../../projects/index.ts')).toBeUndefined();
    expect(refuseServer('accounts/store.ts', '../platform/db/database.ts')).toBeUndefined();
  });

  it('refuses a slice to the right, and says which way to go', () => {
    const refusal = refuseServer('discussions/operations/create-note.ts', '../../merge-requests/index.ts');
    expect(refusal).toContain(
      'merge-requests may not be imported from discussions: it stands to the right on the ladder',
    );
    expect(refusal).toContain('docs/guides/add-a-noteable.md');
  });

  it('refuses the inside of a slice to the left', () => {
    expect(refuseServer('merge-requests/reads/show.ts', '../../projects/reads/project.ts')).toContain(
      'import from projects/index.ts',
    );
  });

  it('keeps plumbing ignorant of slices, and everyone ignorant of app', () => {
    expect(refuseServer('endpoints/rest/serve.ts', '../../projects/index.ts')).toContain('plumbing knows no slice');
    expect(refuseServer('platform/jobs.ts', '../endpoints/rest/serve.ts')).toBeDefined();
    expect(refuseServer('projects/index.ts', '../app/config.ts')).toContain('app composes the slices');
  });

  it('lets app see endpoints, jobs and tables, but not a store', () => {
    expect(refuseServer('app/web.ts', '../projects/endpoints/rest.ts')).toBeUndefined();
    expect(refuseServer('app/worker.ts', '../projects/jobs/repack.ts')).toBeUndefined();
    expect(refuseServer('app/slices.ts', '../projects/slice.ts')).toBeUndefined();
    expect(refuseServer('projects/slice.ts', './endpoints/index.ts')).toBeUndefined();
    expect(refuseServer('discussions/reads/x.ts', '../../projects/slice.ts')).toContain(
      'import from projects/index.ts',
    );
    expect(refuseServer('app/web.ts', '../projects/store.ts')).toContain('not their store');
  });

  it('names a folder that is not on the ladder', () => {
    const file = sourceFile(server('wiki/index.ts'), () => '');
    expect(checkBoundaries([file]).failures).toEqual([expect.stringContaining('there is no "wiki" on the ladder')]);
  });
});

describe('the roles inside a slice', () => {
  it.each([
    ['endpoints/rest.ts', './../operations/create.ts'],
    ['operations/create.ts', '../store.ts'],
    ['operations/create.ts', '../abilities.ts'],
    ['reads/show.ts', '../operations/create.ts'],
    ['store.ts', './tables.ts'],
    ['index.ts', './operations/create.ts'],
    ['index.ts', './endpoints/rest.ts'],
    ['jobs/notify.ts', '../reads/show.ts'],
    ['approvals/operations/approve.ts', '../store.ts'],
  ])('%s may import %s', (from, to) => {
    expect(refuseServer(`projects/${from}`, to)).toBeUndefined();
  });

  it.each([
    ['endpoints/rest.ts', '../store.ts'],
    ['operations/create.ts', '../endpoints/rest.ts'],
    ['store.ts', './operations/create.ts'],
    ['rules/name.ts', '../store.ts'],
    ['tables.ts', './store.ts'],
    ['render/to-rest.ts', '../store.ts'],
    ['operations/create.ts', '../index.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(refuseServer(`projects/${from}`, to)).toBeTypeOf('string');
  });

  it('lets rendering name the types of views, but not call reads', () => {
    expect(refuseServer('projects/render/to-rest.ts', '../reads/show.ts', true)).toBeUndefined();
    expect(refuseServer('projects/render/to-rest.ts', '../reads/show.ts', false)).toBeDefined();
  });

  it('lets a part of a slice have an interface for its other parts', () => {
    expect(refuseServer('projects/index.ts', './forks/index.ts')).toBeUndefined();
    expect(refuseServer('projects/forks/index.ts', './endpoints/rest.ts')).toBeUndefined();
    expect(refuseServer('projects/home/reads/home.ts', '../../forks/index.ts')).toBeUndefined();
    expect(refuseServer('projects/store.ts', './forks/index.ts')).toContain('store may not import the door of a part');
    expect(refuseServer('discussions/reads/x.ts', '../../projects/forks/index.ts')).toContain('one door');
  });

  it('keeps rules pure', () => {
    expect(refuseServer('projects/rules/name.ts', '@tributary/contract/core/ids.ts')).toBeUndefined();
    expect(refuseServer('projects/rules/name.ts', '@tributary/git')).toContain('rules import only contract');
    expect(refuseServer('projects/rules/name.ts', 'node:fs')).toContain('rules import only contract');
  });
});

describe('the gates', () => {
  it('lets only stores and platform speak SQL', () => {
    expect(refuseServer('projects/store.ts', 'kysely')).toBeUndefined();
    expect(refuseServer('projects/store/branches.ts', 'kysely')).toBeUndefined();
    expect(refuseServer('projects/tables.ts', 'kysely', true)).toBeUndefined();
    expect(refuseServer('projects/reads/show.ts', 'kysely')).toContain('projects/store.ts');
    expect(refuseServer('endpoints/rest/serve.ts', 'pg')).toContain('speak SQL');
  });

  it('lets only the git process folder and the embedded database start programs', () => {
    expect(refuse('packages/git/src/process/run-git.ts', 'node:child_process')).toBeUndefined();
    expect(refuseServer('platform/db/embedded.ts', 'node:child_process')).toBeUndefined();
    expect(refuse('packages/git/src/diff/diff.ts', 'node:child_process')).toContain('starts programs');
    expect(refuseServer('app/main.ts', 'child_process')).toContain('starts programs');
  });

  it('lets only endpoints and app know the HTTP framework', () => {
    expect(refuseServer('projects/endpoints/rest.ts', 'fastify')).toBeUndefined();
    expect(refuseServer('app/web.ts', '@fastify/helmet')).toBeUndefined();
    expect(refuseServer('projects/operations/create.ts', 'graphql')).toContain('only endpoints and app know graphql');
  });

  it('keeps git and the database out of the endpoints of slices', () => {
    expect(refuseServer('projects/endpoints/rest.ts', '@tributary/git')).toContain('an endpoint may not use git');
    expect(refuseServer('projects/endpoints/rest.ts', '../../platform/db/database.ts')).toContain(
      'may not use the database',
    );
  });
});

describe('packages', () => {
  it('keeps contract pure', () => {
    expect(refuse('packages/contract/src/core/ids.ts', 'node:crypto')).toContain('runs in the browser too');
    expect(refuse('packages/contract/src/core/ids.ts', 'lodash')).toContain('only zod');
    expect(refuse('packages/contract/src/core/ids.ts', 'zod')).toBeUndefined();
    expect(refuse('packages/ci-config/src/load/sources.ts', 'node:fs')).toContain('ci-config may not use node:fs');
    expect(refuse('packages/ci-config/src/text/pattern.ts', 're2js')).toBeUndefined();
    const file = sourceFile(
      'packages/contract/src/core/url.ts',
      () => '// window.x\nexport const at = window.location;\n',
    );
    expect(checkBoundaries([file]).failures).toEqual([
      expect.stringContaining('url.ts:2: contract may not use window'),
    ]);
  });

  it('lets nobody import the server or the web', () => {
    expect(refuse('packages/web/src/lib/http.ts', '@tributary/server/platform/log.ts')).toContain(
      'web may not import server',
    );
    expect(refuse('packages/web/src/lib/http.ts', '@tributary/git')).toContain('web may not import git');
    expect(refuse('packages/git/src/index.ts', '../../server/src/platform/log.ts')).toContain(
      'git may not import server',
    );
  });

  it('does not let an import climb into another package', () => {
    expect(refuseServer('projects/store.ts', '../../../contract/src/core/ids.ts')).toContain(
      'import it as @tributary/contract',
    );
  });
});

describe('tests', () => {
  it('keeps test code out of the product', () => {
    expect(refuseServer('projects/store.ts', '../../testing/world.ts')).toContain('only be imported from tests');
    expect(refuseServer('projects/store.ts', '../accounts/testing.ts')).toContain('only be imported from tests');
  });

  it('lets a test use the builders of every slice, but not the inside of another', () => {
    expect(refuseServer('projects/store.test.ts', '../../testing/world.ts')).toBeUndefined();
    expect(refuseServer('projects/store.test.ts', './store.ts')).toBeUndefined();
    expect(refuseServer('projects/store.test.ts', '../accounts/testing.ts')).toBeUndefined();
    expect(refuseServer('projects/store.test.ts', '../accounts/store.ts')).toContain('accounts/testing.ts');
  });
});

describe('the web', () => {
  const web = (from, specifier) => refuse(`packages/web/src/${from}`, specifier);

  it('uses the same order', () => {
    expect(web('merge-requests/show.page.tsx', '../discussions/thread.tsx')).toBeUndefined();
    expect(web('discussions/thread.tsx', '../ui/button.tsx')).toBeUndefined();
    expect(web('discussions/thread.tsx', '../merge-requests/widget.tsx')).toContain('to the right on the ladder');
    expect(web('discussions/thread.tsx', '../app/navigation.tsx')).toBeUndefined();
    expect(web('app/shell.tsx', '../projects/clone-box.tsx')).toContain('it finds pages by their file names');
  });

  it('lets the entry start everything', () => {
    expect(web('main.tsx', './app/shell.tsx')).toBeUndefined();
    expect(
      checkBoundaries([sourceFile('packages/web/src/main.tsx', () => "import './ui/base.css';")]).failures,
    ).toEqual([]);
  });

  it('keeps what makes the build apart from what is built', () => {
    expect(refuse('packages/web/vite.config.ts', './bundling/small-icons.ts')).toBeUndefined();
    expect(web('ui/button.tsx', '../../bundling/drawn-icon.ts')).toContain('bundling makes the build');
  });

  it('keeps the design system and lib free of domain words', () => {
    expect(web('ui/button.tsx', '../projects/clone-box.tsx')).toContain('the design system has no domain words');
    expect(web('lib/http.ts', '../ui/button.tsx')).toContain('neither slices nor components');
  });
});

describe('schemas stay out of the pages', () => {
  const page = 'packages/web/src/projects/project-card.tsx';
  const contract = {
    'packages/contract/src/projects/project.ts':
      "import { z } from 'zod';\nexport const project = z.object({});\nexport type P = 1;",
    'packages/contract/src/projects/limits.ts': 'export const MOST = 3;',
    'packages/contract/src/projects/through.ts': "export { project } from './project.ts';\nexport const more = 1;",
    // Two files that load each other, one of them the schemas.
    'packages/contract/src/projects/ring.ts': "import './other-ring.ts';\nimport './through.ts';",
    'packages/contract/src/projects/other-ring.ts': "import './ring.ts';",
    'packages/contract/src/projects/typed.ts': "import type { P } from './project.ts';\nexport const typed: P = 1;",
  };
  const failuresOf = (text, path = page) =>
    checkBoundaries(
      Object.entries({ ...contract, [path]: text }).map(([name, content]) => sourceFile(name, () => content)),
    ).failures.filter((failure) => failure.startsWith(path));

  it.each(['project', 'through', 'ring', 'other-ring'])('refuses a value of %s.ts, and names the way', (name) => {
    const [failure, ...others] = failuresOf(`\nimport { x } from '@tributary/contract/projects/${name}.ts';`);
    expect(others).toEqual([]);
    expect(failure).toContain(`${page}:2: the web may not load zod through packages/contract/src/projects/project.ts`);
  });

  it('refuses one that is loaded later, or passed on', () => {
    expect(failuresOf("await import('@tributary/contract/projects/through.ts');")).toHaveLength(1);
    expect(failuresOf("export { project } from '@tributary/contract/projects/project.ts';")).toHaveLength(1);
  });

  it('refuses the library itself', () => {
    expect(failuresOf("import { z } from 'zod';")).toContainEqual(expect.stringContaining('the web may not load zod:'));
  });

  it('lets types and files without schemas in, and tests', () => {
    expect(failuresOf("import type { P } from '@tributary/contract/projects/project.ts';")).toEqual([]);
    expect(failuresOf("import { type P } from '@tributary/contract/projects/project.ts';")).toEqual([]);
    expect(failuresOf("import { MOST } from '@tributary/contract/projects/limits.ts';")).toEqual([]);
    expect(failuresOf("import { typed } from '@tributary/contract/projects/typed.ts';")).toEqual([]);
    const test = page.replace('.tsx', '.test.tsx');
    expect(failuresOf("import { project } from '@tributary/contract/projects/project.ts';", test)).toEqual([]);
  });
});
