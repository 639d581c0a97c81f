import type { JobConfig, MatrixConfig } from '../config/model.ts';

/** One of the jobs that `parallel` makes; a job without it has one. */
export interface JobInstance {
  readonly name: string;
  /** From 1; null without `parallel`. */
  readonly index: number | null;
  readonly total: number | null;
  /** Variables of the matrix. */
  readonly matrix: Readonly<Record<string, string>>;
}

export function instancesOf(job: JobConfig): JobInstance[] {
  const { parallel, name } = job;
  if (!parallel) return [{ name, index: null, total: null, matrix: {} }];
  if ('count' in parallel) {
    const total = parallel.count;
    return Array.from({ length: total }, (_, at) => ({
      name: `${name} ${at + 1}/${total}`,
      index: at + 1,
      total,
      matrix: {},
    }));
  }
  // Of the same values under other names the last ones count, because jobs are named after values.
  const byName = new Map(
    combine(parallel.matrix).map((matrix) => [`${name}: [${Object.values(matrix).join(', ')}]`, matrix]),
  );
  return Array.from(byName, ([each, matrix], at) => ({ name: each, index: at + 1, total: byName.size, matrix }));
}

/** Every combination of the values of each entry. */
function combine(matrix: MatrixConfig): Array<Record<string, string>> {
  return matrix.flatMap((entry) => {
    let combinations: Array<Record<string, string>> = [{}];
    for (const [variable, values] of Object.entries(entry))
      combinations = combinations.flatMap((known) => values.map((value) => ({ ...known, [variable]: value })));
    return combinations;
  });
}

/** Does the job have the values of one of the entries? `$[[ matrix.NAME ]]` stands for the value of the job that needs it. */
export function isSelected(
  selection: MatrixConfig,
  matrix: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): boolean {
  return selection.some((entry) =>
    Object.entries(entry).every(([variable, values]) =>
      values.some((value) => matrix[variable] === insertMatrix(value, own)),
    ),
  );
}

const insertMatrix = (text: string, matrix: Readonly<Record<string, string>>) =>
  text.replaceAll(/\$\[\[ *matrix\.([\w-]+) *\]\]/g, (block: string, name: string) => matrix[name] ?? block);
