/** The part of autocannon that the benchmarks use. The package has no types. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    /** Requests per second over all connections. Each connection starts its share at the start of a second. */
    overallRate?: number;
    /** Seconds until a request times out. */
    timeout?: number;
    /** Each connection sends these in turn. `setupRequest` may change a request each time it is sent. */
    requests: (Request & {
      setupRequest?: (request: Request) => Request;
      onResponse?: (status: number, body: string, context: object, headers: Record<string, string>) => void;
    })[];
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    /** Number of responses by status. */
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
    duration: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
