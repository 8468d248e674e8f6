import type { QueryClient } from '@tanstack/react-query';

type Create = () => object;

const states = new WeakMap<QueryClient, Map<Create, object>>();

/**
 * Creates a piece of state for each query client. The server draws pages for many members, each with a client of their
 * own: the state of one member must not show in another member's page. Returns a function that finds a client's state.
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

/** Forgets everything that is kept beside the cache of a client, as when its member signs out. */
export const clearClientState = (client: QueryClient): void => void states.delete(client);

/** A map that keeps the entries written last, and forgets the oldest beyond its limit. */
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

/** A bounded map of its own for each query client. */
export const recentByClient = <Value>(limit?: number): ((client: QueryClient) => RecentMap<string, Value>) =>
  clientState(() => new RecentMap<string, Value>(limit));
