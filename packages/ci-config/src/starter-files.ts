/** A configuration to begin with, for the editor of a project that has none. */
export interface StarterFile {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

export const STARTER_FILES: readonly StarterFile[] = [
  {
    name: 'Basic',
    description: 'Build, test and deploy with commands of your own',
    text: `stages: [build, test, deploy]

build:
  stage: build
  script:
    - echo "Build the project"

test:
  stage: test
  script:
    - echo "Run the tests"

deploy:
  stage: deploy
  script:
    - echo "Deploy the project"
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      when: manual
`,
  },
  {
    name: 'Node',
    description: 'Install packages with npm, check and test',
    text: `default:
  image: node:24
  cache:
    key:
      files: [package-lock.json]
    paths: [.npm/]
  before_script:
    - npm ci --cache .npm --prefer-offline

stages: [test, build]

test:
  stage: test
  script:
    - npm test

build:
  stage: build
  script:
    - npm run build --if-present
  artifacts:
    paths: [dist/]
    expire_in: 1 week
`,
  },
  {
    name: 'Go',
    description: 'Vet, test with coverage and build',
    text: `default:
  image: golang:1.25

variables:
  GOMODCACHE: $CI_PROJECT_DIR/.go/mod
  GOCACHE: $CI_PROJECT_DIR/.go/cache

stages: [test, build]

test:
  stage: test
  cache:
    key:
      files: [go.sum]
    paths: [.go/]
  script:
    - go vet ./...
    - go test -cover ./...
  coverage: '/coverage: (\\d+\\.\\d+)% of statements/'

build:
  stage: build
  script:
    - mkdir -p bin
    - go build -o bin/ ./...
  artifacts:
    paths: [bin/]
    expire_in: 1 week
`,
  },
  {
    name: 'Python',
    description: 'Install requirements with pip and run pytest',
    text: `default:
  image: python:3.13

variables:
  PIP_CACHE_DIR: $CI_PROJECT_DIR/.cache/pip

test:
  stage: test
  cache:
    key:
      files: [requirements.txt]
    paths: [.cache/pip/]
  before_script:
    - python -m venv .venv
    - . .venv/bin/activate
    - pip install -r requirements.txt pytest
  script:
    - pytest --junitxml=report.xml
  artifacts:
    when: always
    reports:
      junit: report.xml
`,
  },
  {
    name: 'Rust',
    description: 'Check formatting, lint, test and build with cargo',
    text: `default:
  image: rust:1
  cache:
    key:
      files: [Cargo.lock]
    paths: [.cargo/registry/, target/]

variables:
  CARGO_HOME: $CI_PROJECT_DIR/.cargo

stages: [test, build]

lint:
  stage: test
  before_script:
    - rustup component add rustfmt clippy
  script:
    - cargo fmt --check
    - cargo clippy --all-targets -- -D warnings

test:
  stage: test
  script:
    - cargo test --locked

build:
  stage: build
  script:
    - cargo build --release --locked
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`,
  },
  {
    name: 'Docker',
    description: 'Build an image and push it from the default branch',
    text: `# Set REGISTRY, REGISTRY_USER and REGISTRY_PASSWORD under Settings, CI/CD, Variables.
default:
  image: docker:28
  services:
    - docker:28-dind

variables:
  IMAGE: $REGISTRY/$CI_PROJECT_PATH
  DOCKER_TLS_CERTDIR: /certs

stages: [build, publish]

build:
  stage: build
  script:
    - docker build --pull --tag "$IMAGE:$CI_COMMIT_SHORT_SHA" .
  rules:
    - if: $CI_COMMIT_BRANCH != $CI_DEFAULT_BRANCH

publish:
  stage: publish
  before_script:
    - echo "$REGISTRY_PASSWORD" | docker login --username "$REGISTRY_USER" --password-stdin "$REGISTRY"
  script:
    - docker build --pull --tag "$IMAGE:$CI_COMMIT_SHORT_SHA" --tag "$IMAGE:latest" .
    - docker push --all-tags "$IMAGE"
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`,
  },
];
