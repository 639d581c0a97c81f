import type pg from 'pg';
import { boundQuestion } from './protocol-messages.ts';

/** A statement that gives one value. */
export type Question = {
  /** Names it on every connection: one text for one name. */
  name: string;
  text: string;
};

/**
 * Short questions that are asked all the time. The connection that answered stays at hand for the next one as long as they
 * come one soon after the other, and each is written to it as it is, without the driver's objects for what a query can be.
 */
export type QuickQuestions = {
  /**
   * The value as text; null when there is none. `parameter` is for `$1` of a question that has it. Fails as the driver
   * does: whoever asks translates.
   */
  ask(question: Question, parameter?: string): Promise<string | null>;
  /** Gives back what is at hand. Whoever asks later takes a connection for that alone. */
  close(): void;
};

/** How long a connection stays at hand without a question. */
const KEPT_MS = 200;

/** Which questions a connection has been told already. */
const known = new WeakMap<pg.Connection, Set<string>>();

/**
 * One question on its way, as the driver's interface for statements of others (`Submittable`) has it. Told once for each
 * connection, then only bound and run; what columns there are is not asked.
 */
class Asking implements pg.Submittable {
  readonly text: string;
  private readonly name: string;
  private readonly parameter: string | undefined;
  private readonly told: PromiseWithResolvers<string | null>;
  private value: string | null = null;

  constructor({ name, text }: Question, parameter: string | undefined, told: PromiseWithResolvers<string | null>) {
    this.text = text;
    this.name = name;
    this.parameter = parameter;
    this.told = told;
  }

  submit(connection: pg.Connection): void {
    const questions = known.get(connection) ?? new Set<string>();
    known.set(connection, questions);
    if (!questions.has(this.name)) {
      connection.parse({ name: this.name, text: this.text, types: [] }, true);
      questions.add(this.name);
    }
    connection.stream.write(boundQuestion(this.name, this.parameter));
  }

  handleDataRow({ fields: [value] }: { fields: (string | null)[] }): void {
    this.value = value ?? null;
  }

  handleReadyForQuery(): void {
    this.told.resolve(this.value);
  }

  /** Of the question, or of the connection it was on. */
  handleError(error: Error): void {
    this.told.reject(error);
  }

  // Nothing hangs on these.
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {}
}

export function createQuickQuestions(pool: pg.Pool): QuickQuestions {
  let kept: pg.PoolClient | undefined;
  let lastAskedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const takeKept = (): pg.PoolClient | undefined => {
    const client = kept;
    kept = undefined;
    client?.off('error', dropKept);
    return client;
  };
  /** The driver tells of a connection that broke while nothing was asked. */
  const dropKept = (error: Error) => takeKept()?.release(error);

  const letGoWhenUnused = () => {
    const leftMs = lastAskedMs + KEPT_MS - performance.now();
    timer = leftMs > 0 ? setTimeout(letGoWhenUnused, leftMs).unref() : undefined;
    if (!timer) takeKept()?.release();
  };

  /** Stays at hand, unless one does already or others wait for a connection. */
  const giveBack = (client: pg.PoolClient) => {
    if (kept || isClosed || pool.waitingCount > 0) {
      client.release();
      return;
    }
    kept = client;
    client.on('error', dropKept);
    timer ??= setTimeout(letGoWhenUnused, KEPT_MS).unref();
  };

  return {
    async ask(question, parameter) {
      const client = takeKept() ?? (await pool.connect());
      lastAskedMs = performance.now();
      const told = Promise.withResolvers<string | null>();
      client.query(new Asking(question, parameter, told));
      try {
        const value = await told.promise;
        giveBack(client);
        return value;
      } catch (error) {
        // Whatever it was, the connection is not asked again.
        client.release(error instanceof Error ? error : true);
        throw error;
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      takeKept()?.release();
    },
  };
}
