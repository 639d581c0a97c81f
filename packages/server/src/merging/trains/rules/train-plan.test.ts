import { expect, test } from 'vitest';
import { keepsTest, nextTrainStep, type PlannedCar } from './train-plan.ts';

type SimulatedCar = PlannedCar & { tree: string | null; change: number; testedTree: string | null };

const car = (id: number, more: Partial<PlannedCar> = {}): PlannedCar => ({
  id,
  base: null,
  result: null,
  isConflicting: false,
  verdict: 'untested',
  blocked: false,
  waits: false,
  ...more,
});

/** Repeatable random numbers (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Commits are lists of changes, trees are sets of them: git without git. */
function simulate(seed: number): string {
  const random = randomOf(seed);
  const size = 2 + random(7);
  const pairs = (count: number) => Array.from({ length: count }, () => [random(size), random(size)] as const);
  const breaksAlone = new Set(Array.from({ length: random(3) }, () => random(size)));
  const breakTogether = pairs(random(3));
  const conflicts = pairs(random(3));
  const has = (commit: readonly number[], [a, b]: readonly [number, number]) =>
    a !== b && commit.includes(a) && commit.includes(b);
  const fails = (commit: readonly number[]) =>
    commit.some((change) => breaksAlone.has(change)) || breakTogether.some((pair) => has(commit, pair));
  const conflictsWith = (commit: readonly number[]) => conflicts.some((pair) => has(commit, pair));

  const commits = new Map<string, number[]>([['tip', []]]);
  const treeOf = (sha: string) => (commits.get(sha) ?? []).toSorted((a, b) => a - b).join(',');
  let made = 0;
  let tip = 'tip';
  let cars: SimulatedCar[] = Array.from({ length: size }, (_, change) => ({
    ...car(change + 1),
    change,
    tree: null,
    testedTree: null,
  }));
  const runs = new Map<string, number>();
  const stopped = new Map<string, number>();
  const passedTrees = new Set<string>();
  const count = (counts: Map<string, number>, tree: string | null) =>
    counts.set(tree ?? '', (counts.get(tree ?? '') ?? 0) + 1);
  let lastLanded = 0;
  const left = new Map<number, string>();

  const build = (car: SimulatedCar, base: string) => {
    const content = [...(commits.get(base) ?? []), car.change];
    const sha = `commit-${(made += 1)}`;
    commits.set(sha, content);
    const tree = treeOf(sha);
    if (car.verdict === 'testing' && !keepsTest(car, tree)) count(stopped, car.tree);
    if (conflictsWith(content)) {
      Object.assign(car, { base, result: null, tree: null, isConflicting: true, verdict: 'untested' });
    } else {
      const verdict = keepsTest(car, tree) ? car.verdict : 'untested';
      Object.assign(car, { base, result: sha, tree, isConflicting: false, verdict });
    }
  };
  const startTest = (car: SimulatedCar) => {
    const isShared = cars.some(({ verdict, tree }) => verdict === 'testing' && tree === car.tree);
    const isKnown = passedTrees.has(car.tree ?? '');
    if (!isShared && !isKnown) count(runs, car.tree);
    Object.assign(car, { verdict: isKnown ? 'passed' : 'testing', testedTree: car.tree });
  };
  const leave = (car: SimulatedCar, why: string) => {
    const content = [...(commits.get(tip) ?? []), car.change];
    // Never for what another car did that did not land.
    if (why === 'failed') expect(fails(content)).toBe(true);
    if (why === 'conflict') expect(conflictsWith(content)).toBe(true);
    left.set(car.id, why);
    cars = cars.filter((other) => other !== car);
  };
  const land = (car: SimulatedCar) => {
    expect(car.base).toBe(tip);
    expect(car.testedTree).toBe(treeOf(car.result ?? ''));
    expect(fails(commits.get(car.result ?? '') ?? [])).toBe(false);
    expect(car.id).toBeGreaterThan(lastLanded);
    lastLanded = car.id;
    tip = car.result ?? tip;
    left.set(car.id, 'merged');
    cars = cars.filter((other) => other !== car);
  };
  const advance = () => {
    for (let steps = 0; steps < 1_000; steps += 1) {
      const step = nextTrainStep(tip, cars, 5);
      if (!step) return;
      const car = cars.find(({ id }) => id === step.carId);
      if (!car) throw new Error('a step for a car that left');
      if (step.kind === 'build') build(car, step.base);
      else if (step.kind === 'test') startTest(car);
      else if (step.kind === 'merge') land(car);
      else leave(car, step.why);
    }
    throw new Error(`seed ${seed} never comes to rest`);
  };
  const finish = ({ tree }: SimulatedCar, verdict: PlannedCar['verdict']) => {
    if (verdict === 'passed') passedTrees.add(tree ?? '');
    for (const each of cars) if (each.verdict === 'testing' && each.tree === tree) each.verdict = verdict;
  };
  const disturb = () => {
    const car = cars[random(cars.length)];
    const kind = random(12);
    if (kind === 0 && car) car.blocked = true;
    if (kind === 1 && car?.verdict === 'testing') {
      count(stopped, car.tree);
      finish(car, 'untested');
    }
    if (kind === 2) {
      const sha = `push-${(made += 1)}`;
      commits.set(sha, [...(commits.get(tip) ?? []), 100 + made]);
      tip = sha;
    }
  };
  for (let rounds = 0; cars.length > 0; rounds += 1) {
    if (rounds > 500) throw new Error(`seed ${seed} is stuck`);
    advance();
    const testing = cars.filter(({ verdict }) => verdict === 'testing');
    const car = testing[random(Math.max(1, testing.length))];
    if (rounds < 40 && random(4) === 0 && cars.length > 0) disturb();
    else if (car) finish(car, fails(commits.get(car.result ?? '') ?? []) ? 'failed' : 'passed');
  }
  expect(left.size).toBe(size);
  // No content is tested twice, unless its pipeline was stopped.
  for (const tree of passedTrees) expect(runs.get(tree)).toBeLessThanOrEqual(1 + (stopped.get(tree) ?? 0));
  return cars.length === 0 ? 'empty' : 'waiting';
}

test('1,000 random trains land only what was tested, in order, and take out nobody who is innocent', () => {
  const first = Number(process.env['TRIBUTARY_SEED'] ?? 1);
  for (let seed = first; seed < first + 1_000; seed += 1) {
    expect(simulate(seed)).toBe('empty');
  }
});

test('each situation of a train has its next step', () => {
  const passed = car(1, { base: 'tip', result: 'one', verdict: 'passed' });
  const failed = car(2, { base: 'tip', result: 'two', verdict: 'failed' });
  const table: [PlannedCar[], ReturnType<typeof nextTrainStep>][] = [
    [[], null],
    [[car(1)], { kind: 'build', carId: 1, base: 'tip' }],
    [[car(1, { base: 'tip', result: 'one' })], { kind: 'test', carId: 1 }],
    [[car(1, { base: 'tip', result: 'one', verdict: 'testing' })], null],
    [[passed, car(2)], { kind: 'merge', carId: 1 }],
    [[{ ...passed, waits: true }, car(2)], { kind: 'build', carId: 2, base: 'one' }],
    // The target moved on.
    [[{ ...passed, base: 'old' }], { kind: 'build', carId: 1, base: 'tip' }],
    [[failed], { kind: 'remove', carId: 2, why: 'failed' }],
    // What is ahead has no verdict yet: the failed one stays, and those behind are built without it.
    [[{ ...passed, verdict: 'testing' }, { ...failed, base: 'one' }, car(3)], { kind: 'build', carId: 3, base: 'one' }],
    [[car(1, { base: 'tip', isConflicting: true })], { kind: 'remove', carId: 1, why: 'conflict' }],
    [
      [{ ...passed, verdict: 'testing' }, car(2, { base: 'one', isConflicting: true }), car(3)],
      { kind: 'build', carId: 3, base: 'one' },
    ],
    [[passed, car(2, { blocked: true })], { kind: 'remove', carId: 2, why: 'blocked' }],
  ];
  for (const [cars, expected] of table) expect(nextTrainStep('tip', cars)).toEqual(expected);
  const behind = [car(1, { base: 'tip', result: 'one', verdict: 'testing' }), car(2)];
  expect(nextTrainStep('tip', behind, 1)).toBeNull();
});
