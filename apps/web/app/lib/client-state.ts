import type { QueryClient } from '@tanstack/react-query';

type Create = () => object;

const states = new WeakMap<QueryClient, Map<Create, object>>();

/**
 * Creates state that belongs to a query client. The server renders pages for many members, each with their own client,
 * and one member's state must not appear in another's page. Returns a function that finds a client's state.
 */
export const clientState =
  <State extends object>(create: () => State) =>
  (client: QueryClient): State => {
    let all = states.get(client);
    if (!all) states.set(client, (all = new Map()));
    let state = all.get(create);
    if (!state) all.set(create, (state = create()));
    return state as State;
  };

/** Drops all state of a client, for example after sign-out. */
export const clearClientState = (client: QueryClient): void => void states.delete(client);

/** A map with a size limit that drops the least recently written entries. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  constructor(limit = 1_000) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#limit)
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    return this;
  }
}

/** Creates a size-limited map per query client. */
export const recentByClient = <Value>(limit?: number): ((client: QueryClient) => RecentMap<string, Value>) =>
  clientState(() => new RecentMap<string, Value>(limit));
