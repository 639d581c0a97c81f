/**
 * Milliseconds of processor time that this takes in this process: what a bound on work is about. The clock on the wall also
 * counts the work of everyone else on the machine. The least of several tries leaves out the compiler that warms up; what
 * is below `enoughMs` is not tried again.
 */
export async function cpuMsOf(work: () => unknown, tries = 1, enoughMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < tries && least >= enoughMs; done += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
