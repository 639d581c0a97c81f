export { createTestRepository, TestRepository } from './test-repository.ts';
export type { TestRepositorySpec } from './test-repository.ts';
export type { TestCommit, TestFile, TestFileContent, TestPerson } from './fast-import.ts';
export { GitHttpServer, clientGit, startGitServer } from './git-http-server.ts';
export type { ClientResult, GitServerOptions } from './git-http-server.ts';
export { ODD_NAMES, oddContents, tinyPng } from './odd-content.ts';
export type { OddContent, OddContentOptions } from './odd-content.ts';
export { ODD_HISTORY, buildOddRepository } from './odd-repository.ts';
export type { OddRepositoryOptions } from './odd-repository.ts';
