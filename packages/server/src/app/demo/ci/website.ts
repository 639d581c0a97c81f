/** The project whose pipelines the demo has: a small web shop. Nothing of it is run. */
export const WEBSITE = {
  path: 'web-shop',
  name: 'Web shop',
  description: 'The shop of our spare parts, with its pipelines.',
};

export const CONFIG = `stages: [build, test, deploy]

workflow:
  name: "$CI_MERGE_REQUEST_TITLE"
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_TAG
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

default:
  image: node:24
  interruptible: true

build:
  stage: build
  script:
    - npm ci
    - npm run build
  artifacts:
    paths: [dist/]
    expire_in: 1 week

unit:
  stage: test
  script: [npm test]
  coverage: '/Lines *: *(\\d+\\.?\\d*)%/'
  artifacts:
    reports:
      junit: junit.xml

lint:
  stage: test
  script: [npm run lint]
  allow_failure: true

docs:
  stage: test
  trigger:
    include: docs/pipeline.yml
    strategy: depend

release-window:
  stage: test
  script: [./wait-for-window]
  rules:
    - if: $CI_MERGE_REQUEST_EVENT_TYPE == "merge_train"
      when: delayed
      start_in: 1 week

staging:
  stage: deploy
  script: [./deploy staging]
  environment:
    name: staging
    url: https://staging.web-shop.example
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

production:
  stage: deploy
  script: [./deploy production]
  environment:
    name: production
    url: https://web-shop.example
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      when: manual
`;

const DOCS = `pages:
  script: [npm run docs]

links:
  script: [npm run check-links]
`;

const README = `# Web shop

The shop of our spare parts. \`npm run dev\` starts it with example data.

Every change runs the pipeline of \`.gitlab-ci.yml\`: build, tests, and after the merge a deployment to staging. A
maintainer starts the deployment to production by hand.
`;

const BASKET = `/** The sum of a basket in cents. */
export function total(items) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0)
}
`;

export const FILES: Readonly<Record<string, string>> = {
  'README.md': README,
  '.gitlab-ci.yml': CONFIG,
  'docs/pipeline.yml': DOCS,
  'src/basket.js': BASKET,
};

type Line = string;
const ESC = '\u001B';
const paint = (code: string, text: string): Line => `${ESC}[${code}m${text}${ESC}[0;m`;
const green = (text: string): Line => paint('32;1', text);
const cyan = (text: string): Line => paint('36;1', text);
const command = (text: string): Line => paint('32;1', `$ ${text}`);

type Section = { name: string; title: string; seconds: number; lines: readonly Line[] };

/** The text of a log with its sections, as runners write it. */
function logText(sections: readonly Section[], at: Date, last: Line): string {
  let second = Math.floor(at.getTime() / 1_000);
  const parts = sections.map(({ name, title, seconds, lines }) => {
    const start = `section_start:${second}:${name}\r${ESC}[0K${cyan(title)}\n`;
    second += seconds;
    return `${start}${lines.map((line) => `${line}\n`).join('')}section_end:${second}:${name}\r${ESC}[0K`;
  });
  return `Running with demo-runner 18.5.0 on build-1\n${parts.join('')}${last}\n`;
}

/** The scripts of the jobs by their names: commands with what they print. */
const SCRIPTS: Readonly<Record<string, readonly Line[]>> = {
  build: [
    command('npm ci'),
    'added 214 packages in 6s',
    command('npm run build'),
    'vite v7.1.0 building for production...',
    `${green('✓')} 87 modules transformed.`,
    'dist/index.html                 1.42 kB │ gzip:  0.71 kB',
    'dist/assets/shop-9f31c2.js    142.80 kB │ gzip: 46.12 kB',
    green('✓ built in 2.31s'),
  ],
  lint: [command('npm run lint'), 'Checked 63 files in 412 ms.', green('No problems found.')],
  pages: [command('npm run docs'), 'Wrote 14 pages to public/.'],
  links: [command('npm run check-links'), '231 links checked, all of them answered.'],
  staging: [
    command('./deploy staging'),
    'Uploading 12 files',
    'Switching traffic to release 9f31c2',
    green('https://staging.web-shop.example is healthy'),
  ],
  production: [
    command('./deploy production'),
    'Uploading 12 files',
    'Switching traffic to release 9f31c2, 10 % of the visitors',
    'No errors for 60 s, switching all visitors',
    green('https://web-shop.example is healthy'),
  ],
};

const PASSED = [
  command('npm test'),
  ` ${green('✓')} src/basket.test.js (6 tests) 14ms`,
  ` ${green('✓')} src/checkout.test.js (11 tests) 203ms`,
  ` ${green('✓')} src/search.test.js (4 tests) 31ms`,
];
const FAILED = [
  command('npm test'),
  ` ${green('✓')} src/basket.test.js (6 tests) 14ms`,
  ` ${paint('31;1', '✗')} src/checkout.test.js (11 tests | 1 failed) 198ms`,
  `   ${paint('31', '→ delivery to an island costs 12 euros: expected 1200, received 0')}`,
  ` ${green('✓')} src/search.test.js (4 tests) 31ms`,
];

const tested = (isFailed: boolean, lines: string): readonly Line[] => [
  ...(isFailed ? FAILED : PASSED),
  '',
  `Tests  ${isFailed ? paint('31;1', '1 failed') + ' | ' : ''}${isFailed ? 20 : 21} passed`,
  `Lines      : ${lines}% ( ${Math.round(Number(lines) * 10)}/1000 )`,
];

export type Run = { sha: string; at: Date; fails?: boolean; coverage: string };

export function jobLog(name: string, { sha, at, fails = false, coverage }: Run): string {
  const isFailed = name === 'unit' && fails;
  const lines = name === 'unit' ? tested(isFailed, coverage) : (SCRIPTS[name] ?? []);
  const sections: Section[] = [
    {
      name: 'prepare_executor',
      title: 'Preparing the "docker" executor',
      seconds: 3,
      lines: ['Using image node:24'],
    },
    {
      name: 'get_sources',
      title: 'Getting source from Git repository',
      seconds: 2,
      lines: ['Fetching changes with git depth set to 20...', `Checking out ${sha.slice(0, 8)} as detached HEAD...`],
    },
    { name: 'step_script', title: 'Executing "step_script" stage of the job script', seconds: 38, lines },
  ];
  return logText(sections, at, isFailed ? paint('31;1', 'ERROR: Job failed: exit code 1') : green('Job succeeded'));
}

/** The test report of a run, as a test framework writes it. */
export function junit(fails: boolean): string {
  const passed = (file: string, names: readonly string[]) =>
    names
      .map((name) => `<testcase classname="${file}" name="${name}" file="src/${file}.test.js" time="0.012"/>`)
      .join('');
  const island = 'delivery to an island costs 12 euros';
  const broken = `<testcase classname="checkout" name="${island}" file="src/checkout.test.js" time="0.019"><failure message="expected 1200, received 0">at src/checkout.test.js:48</failure></testcase>`;
  const checkout = `${passed('checkout', ['an order needs an address', 'a paid order is confirmed by mail'])}${fails ? broken : passed('checkout', [island])}`;
  return `<testsuites><testsuite name="web shop">${passed('basket', ['an empty basket costs nothing', 'prices are added up'])}${checkout}${passed('search', ['words are found in any order'])}</testsuite></testsuites>`;
}
