import type { TestOutcome } from '../tables.ts';

/** What the plan of a train needs to know of a car. */
export type PlannedCar = {
  id: number;
  /** The commit that it was built on; null before the first time. */
  base: string | null;
  /** The commit that the target gets if it is merged; null while it conflicts with its base. */
  result: string | null;
  isConflicting: boolean;
  verdict: TestOutcome;
  /** Why it has to leave whatever its pipeline says, such as a new thread that blocks it. */
  blocked: boolean;
  /** Something is not known yet, such as a check that runs: it is not merged before that. */
  waits: boolean;
};

export type TrainStep =
  | { kind: 'remove'; carId: number; why: 'blocked' | 'conflict' | 'failed' }
  | { kind: 'build'; carId: number; base: string }
  | { kind: 'test'; carId: number }
  | { kind: 'merge'; carId: number };

/** Built again with the same content, a car keeps the test that it has. */
export function keepsTest(car: { tree: string | null; verdict: TestOutcome }, tree: string): boolean {
  return car.tree === tree && car.verdict !== 'untested';
}

/** Cars that are built and tested at the same time; those behind wait. */
export const PARALLEL_CARS = 20;

/**
 * The next thing to do for a train, in the order of its cars; null when there is nothing but to wait. A car is built on the
 * result of the nearest car ahead that may still be merged. It leaves for a conflict or a failed pipeline only when it is the
 * first one: until then what is ahead may be the reason. Those behind are built without it in the meantime.
 */
export function nextTrainStep(tip: string, cars: readonly PlannedCar[], parallel = PARALLEL_CARS): TrainStep | null {
  const blocked = cars.find((car) => car.blocked);
  if (blocked) return { kind: 'remove', carId: blocked.id, why: 'blocked' };
  let base = tip;
  for (const [index, car] of cars.slice(0, parallel).entries()) {
    const step = stepOf(car, base, index === 0);
    if (step) return step;
    if (car.result !== null && !car.isConflicting && car.verdict !== 'failed') base = car.result;
  }
  return null;
}

function stepOf(car: PlannedCar, base: string, isFirst: boolean): TrainStep | null {
  if (car.base !== base) return { kind: 'build', carId: car.id, base };
  if (car.isConflicting) return isFirst ? { kind: 'remove', carId: car.id, why: 'conflict' } : null;
  if (car.verdict === 'untested') return { kind: 'test', carId: car.id };
  if (!isFirst) return null;
  if (car.verdict === 'failed') return { kind: 'remove', carId: car.id, why: 'failed' };
  return car.verdict === 'passed' && !car.waits ? { kind: 'merge', carId: car.id } : null;
}
