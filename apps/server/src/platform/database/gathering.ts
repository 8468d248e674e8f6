import { Socket } from 'node:net';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/**
 * Sends the statements of one turn of the event loop at once: each writing wakes the database, and costs this process
 * more than the statement. `pg` corks the socket for each statement that has a name or values; here it stays corked to
 * the end of the turn. Where the connection is encrypted, the layer above writes past it.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    super.cork();
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}

type SharedConnection = { client: Promise<PoolClient>; asked: number };

/** The connection of each pool that takes what is asked until this turn of the event loop ends. */
const shared = new WeakMap<Pool, SharedConnection>();

/**
 * Asks the pool. What is asked in one turn of the event loop shares a connection, hence a `GatheringSocket`; each
 * statement is its own transaction all the same. For reads that take no time and wait for nobody: those behind one wait
 * for it.
 */
export async function askTogether<Row extends object>(
  pool: Pool,
  config: QueryConfig,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const connection = shared.get(pool) ?? share(pool);
  connection.asked += 1;
  const client = await connection.client;
  try {
    return await client.query<Row>(config, values);
  } finally {
    connection.asked -= 1;
    if (connection.asked === 0) {
      if (shared.get(pool) === connection) shared.delete(pool);
      client.release();
    }
  }
}

function share(pool: Pool): SharedConnection {
  const connection = { client: pool.connect(), asked: 0 };
  shared.set(pool, connection);
  setImmediate(() => {
    if (shared.get(pool) === connection) shared.delete(pool);
  });
  return connection;
}
