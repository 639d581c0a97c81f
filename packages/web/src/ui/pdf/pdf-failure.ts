export type PdfProblem = 'broken' | 'locked' | 'missing' | 'too_large';

export class PdfFailure extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
