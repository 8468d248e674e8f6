/** The part of autocannon that the programs use; the package brings no types. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    /** Calls a second of all connections together, which each begins at the start of a second. */
    overallRate?: number;
    /** Seconds after which a connection gives up. */
    timeout?: number;
    /** Sent in turn by each connection; `setupRequest` may change a request each time it is sent. */
    requests: (Request & {
      setupRequest?: (request: Request) => Request;
      onResponse?: (status: number, body: string, context: object, headers: Record<string, string>) => void;
    })[];
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    /** How often each status was answered. */
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
    duration: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
