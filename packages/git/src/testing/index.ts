export { createTestRepository, TestRepository } from './test-repository.ts';
export type { TestRepositorySpec } from './test-repository.ts';
export type { TestCommit, TestFile, TestFileContent, TestPerson } from './fast-import.ts';
