import { Socket } from 'node:net';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/**
 * Sends the statements of one turn of the event loop in one write, because each write wakes the database and costs more
 * than the statement. `pg` corks the socket for each statement with a name or values. This socket stays corked until
 * the end of the turn. On an encrypted connection, the TLS layer writes past it.
 */
export class CorkingSocket extends Socket {
  #isCorkedForTurn = false;

  override cork(): void {
    super.cork();
    if (this.#isCorkedForTurn) return;
    this.#isCorkedForTurn = true;
    super.cork();
    process.nextTick(() => {
      this.#isCorkedForTurn = false;
      this.uncork();
    });
  }
}

type SharedConnection = { client: Promise<PoolClient>; pendingQueries: number };

/** The connection of each pool that takes the queries of this turn of the event loop. */
const shared = new WeakMap<Pool, SharedConnection>();

/**
 * Sends a query to the pool. All queries of one turn of the event loop share a connection, but each is its own
 * transaction. Use it for fast reads without locks, because later queries on the connection wait for it.
 */
export async function queryOnSharedConnection<Row extends object>(
  pool: Pool,
  config: QueryConfig,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const connection = shared.get(pool) ?? openSharedConnection(pool);
  connection.pendingQueries += 1;
  const client = await connection.client;
  try {
    return await client.query<Row>(config, values);
  } finally {
    connection.pendingQueries -= 1;
    if (connection.pendingQueries === 0) {
      if (shared.get(pool) === connection) shared.delete(pool);
      client.release();
    }
  }
}

function openSharedConnection(pool: Pool): SharedConnection {
  const connection = { client: pool.connect(), pendingQueries: 0 };
  shared.set(pool, connection);
  setImmediate(() => {
    if (shared.get(pool) === connection) shared.delete(pool);
  });
  return connection;
}
