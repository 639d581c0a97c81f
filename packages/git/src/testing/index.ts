export { createTestRepository, TestRepository } from './test-repository.ts';
export type { TestRepositorySpec } from './test-repository.ts';
export type { TestCommit, TestFile, TestFileContent, TestPerson } from './fast-import.ts';
export { GitHttpServer, clientGit, startGitServer } from './git-http-server.ts';
export type { ClientResult, GitServerOptions } from './git-http-server.ts';
